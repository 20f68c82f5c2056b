/** Returns the processor time of some work in milliseconds. Unlike elapsed time, it is the same on a busy machine. */
export async function measureProcessorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
