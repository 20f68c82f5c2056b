/** Runs a benchmark. If it fails, prints the stack trace and exits with 1. */
export function runBenchmark(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
    process.exitCode = 1;
  });
}

/** Returns the median; of an even number of values the greater middle one, of none 0. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
