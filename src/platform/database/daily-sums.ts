import type { CountryCode, CountryScope } from '../../shared/country';
import type { Period } from '../../shared/period';
import type { DailySumStatements } from './daily-sums.sql';
import type { Database } from './database';

/** Sums a table of daily counts by period. The table may have several rows for a country and day. */
export class DailySums {
  constructor(
    private readonly database: Database,
    private readonly statements: DailySumStatements,
  ) {}

  /** Returns the sum of each period, in their order. */
  async ofPeriods(scope: CountryScope, periods: readonly Period[]): Promise<number[]> {
    const starts = periods.map(({ from }) => from);
    const ends = periods.map(({ before }) => before);
    const from = [...starts].sort()[0];
    const before = [...ends].sort().at(-1);
    if (from === undefined || before === undefined) return [];
    const values = { scope, starts, ends, from, before };
    const rows = await this.database.rows(this.statements.sumsOfPeriods, values);
    return rows.map(({ sum }) => sum);
  }

  /** Returns the countries of the table. */
  async countries(): Promise<CountryCode[]> {
    const rows = await this.database.rows(this.statements.countries);
    return rows.map(({ country }) => country);
  }
}
