import { setTimeout as wait } from 'node:timers/promises';

/** Waits until a condition is true. @param what describes it for the error. @throws Error after `within` milliseconds */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { within = 60_000 } = {},
): Promise<void> {
  const deadline = Date.now() + within;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${within} ms`);
    await wait(25);
  }
}
