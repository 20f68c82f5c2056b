/** Returns whether nobody wants a reply any more, such as of a deleted conversation; not if only its time is over. */
export function isCancelled({ aborted, reason }: AbortSignal): boolean {
  const cause: unknown = reason;
  const isTimeout =
    typeof cause === 'object' && cause !== null && 'name' in cause && cause.name === 'TimeoutError';
  return aborted && !isTimeout;
}
