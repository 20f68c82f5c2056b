/**
 * Waits for the ends of several parts of a process, also of the others if one fails.
 * @throws the first failure
 */
export async function endAll(ends: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(ends)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
