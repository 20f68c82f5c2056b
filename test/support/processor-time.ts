/** What some work costs, in milliseconds of the processor: a busy machine takes longer, and not more of it. */
export function processorTimeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
