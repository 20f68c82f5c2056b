import type { DataSource } from 'typeorm';
import { checkCounts } from '../../../../src/modules/health/check-counts/check-counts.command';

export interface CheckResult {
  readonly code: number;
  readonly output: string;
}

/** Runs `npm run check:counts` on a database, and returns its output. */
export async function runCheckCounts(
  dataSource: DataSource,
  ...args: readonly string[]
): Promise<CheckResult> {
  const written: string[] = [];
  const stdout = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  try {
    const { signal } = new AbortController();
    const code = await checkCounts({ args, variables: {}, dataSource, signal });
    return { code, output: written.join('') };
  } finally {
    stdout.mockRestore();
  }
}
