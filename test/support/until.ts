import { setTimeout as wait } from 'node:timers/promises';

/** Looks again and again until something is so. @throws an error that says what never was */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { within = 60_000 } = {},
): Promise<void> {
  const deadline = Date.now() + within;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${within} ms`);
    await wait(25);
  }
}
