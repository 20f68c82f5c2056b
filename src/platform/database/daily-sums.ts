import type { DataSource } from 'typeorm';
import type { CountryCode, CountryScope } from '../../shared/country';
import type { Period } from '../../shared/calendar';
import { type DailyTable, countriesIn, sumsOfPeriods } from './daily-sums.sql';

/** What is asked alike of everything that is counted by country and day. */
export class DailySums {
  constructor(
    private readonly dataSource: DataSource,
    private readonly daily: DailyTable,
  ) {}

  /** The sum of each of some periods, in their order. */
  async ofPeriods(scope: CountryScope, periods: readonly Period[]): Promise<number[]> {
    const starts = periods.map(({ from }) => from);
    const ends = periods.map(({ before }) => before);
    const values = [scope, starts, ends, [...starts].sort()[0], [...ends].sort().at(-1)];
    const rows = await this.dataSource.query<{ sum: number }[]>(sumsOfPeriods(this.daily), values);
    return rows.map(({ sum }) => sum);
  }

  /** The countries that have any. */
  async countries(): Promise<CountryCode[]> {
    const rows = await this.dataSource.query<{ country: CountryCode }[]>(countriesIn(this.daily.table));
    return rows.map(({ country }) => country);
  }
}
