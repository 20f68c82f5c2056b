import type { DataSource } from 'typeorm';
import { checkCounts } from '../../../../src/modules/health/check-counts/check-counts.command';
import { type CommandResult, runInProcess } from '../../../support/run-command';

/** Runs `npm run check:counts` on a database, and returns its output. */
export function runCheckCounts(dataSource: DataSource, ...args: readonly string[]): Promise<CommandResult> {
  return runInProcess(checkCounts, dataSource, { args });
}
