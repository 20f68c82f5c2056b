/** Set by `npm run test:fuzz`: `FUZZ_SEED=7 FUZZ_CASES=20000 npm run test:fuzz`. */
interface Settings {
  readonly seed?: number;
  readonly cases?: number;
}

declare global {
  var fuzz: Settings | undefined;
}

/** `npm test` runs 5,000 cases of a new seed. */
export const { seed = Date.now() % 1_000_000_000, cases = 5_000 } = globalThis.fuzz ?? {};

/** `npm test` prints the seed alone. */
export const isDetailed = globalThis.fuzz !== undefined;

/** Only ends a run that hangs. */
export const RUN_TIMEOUT_MS = 60_000 + cases * 200;

export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
