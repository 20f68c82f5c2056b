/** Returns a message that names the address, without the input in its query, and the cause: `fetch failed` says neither. */
export function describeFailure(error: unknown, url: string): string {
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
    reasons.push(cause.message || (code ?? cause.name));
  }
  const [address] = url.split('?', 1);
  return `no response from ${address}: ${reasons.join(': ') || String(error)}`;
}
