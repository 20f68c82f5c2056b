import type { z } from 'zod';
import type { CountryCode, CountryScope } from '../../shared/country';
import type { Period } from '../../shared/period';
import type { DailySumStatements } from './daily-sums.sql';
import type { Database } from './database';
import { cellsOf } from './sum-cells';

export type CountryVersion = z.output<DailySumStatements['countryVersions']['row']>;

/** Sums a table of daily counts by period. */
export class DailySums {
  constructor(
    private readonly database: Database,
    private readonly statements: DailySumStatements,
  ) {}

  /** Returns the sum of each period, in their order. */
  async ofPeriods(scope: CountryScope, periods: readonly Period[]): Promise<number[]> {
    const cells = periods.flatMap((period, index) =>
      cellsOf(period).map((cell) => ({ ...cell, position: index + 1 })),
    );
    const rows = await this.database.rows(this.statements.sumsOfPeriods, {
      scope,
      froms: periods.map(({ from }) => from),
      befores: periods.map(({ before }) => before),
      positions: cells.map(({ position }) => position),
      grains: cells.map(({ grain }) => grain),
      starts: cells.map(({ start }) => start),
    });
    return rows.map(({ sum }) => sum);
  }

  /** Returns the countries of the table. */
  async countries(): Promise<CountryCode[]> {
    const rows = await this.database.rows(this.statements.countries);
    return rows.map(({ country }) => country);
  }

  /** Returns the countries with their versions: a country's version differs whenever its counts do. */
  async countryVersions(): Promise<CountryVersion[]> {
    return this.database.rows(this.statements.countryVersions);
  }
}
