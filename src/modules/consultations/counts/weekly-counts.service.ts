import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../../platform/database/database';
import { cellParameters } from '../../../platform/database/sum-cells';
import { mapInTurns } from '../../../platform/limits/current-turns';
import {
  addDays,
  daysIn,
  type NamedPeriod,
  type Period,
  periodOf,
  periodsBetween,
} from '../../../shared/period';
import type { CountryCode, CountryScope } from '../../../shared/country';
import {
  COUNT_CODED_WEEKS,
  COUNT_CODED_WEEKS_IN_COUNTRY,
  COUNT_WEEKS_IN_COUNTRY,
  FIND_LAST_ARRIVAL,
  LIST_WEEKS_RECORDED_LATE,
  LIST_WEEKS_WITH_CASES,
  type WeeksOfPathology,
} from './weekly-counts.sql';

/** Cases of one pathology in one country. */
export interface WeeklyCounts {
  readonly country: CountryCode;
  /** Identifies the pathology: several can have one name. */
  readonly pathologyKey: string;
  readonly pathology: string;
  /** ICD-10 code, WHO edition of 2019; null if the pathology is not in the catalogue. */
  readonly icd10: string | null;
  /** One for each week, oldest first. */
  readonly counts: readonly number[];
}

type WeekRecordedLate = z.output<typeof LIST_WEEKS_RECORDED_LATE.row>;

/** Counts cases by country, pathology and week. Reads the stored sums, never all consultations. */
@Injectable()
export class WeeklyCountsService {
  constructor(private readonly database: Database) {}

  /**
   * Returns the pathologies that have cases in a country.
   * @param weeks whole weeks
   */
  async getCounts(country: CountryCode, weeks: Period): Promise<WeeklyCounts[]> {
    const cells = cellParameters(weeksIn(weeks));
    return toSeries(await this.database.rows(COUNT_WEEKS_IN_COUNTRY, { scope: country, ...cells }), weeks);
  }

  /**
   * Returns the pathologies of codes that have cases in each country.
   * @param weeks whole weeks
   * @param codes ICD-10 codes of the catalogue
   */
  async getCountsOfCodes(
    scope: CountryScope,
    weeks: Period,
    codes: readonly string[],
  ): Promise<WeeklyCounts[]> {
    const values = { ...cellParameters(weeksIn(weeks)), codes };
    const rows =
      scope === '*'
        ? await this.database.rows(COUNT_CODED_WEEKS, values)
        : await this.database.rows(COUNT_CODED_WEEKS_IN_COUNTRY, { scope, ...values });
    return toSeries(rows, weeks);
  }

  /**
   * Returns the Mondays of the weeks in which each country has cases, in order. Countries without cases are absent.
   * @param weeks whole weeks
   */
  async listWeeksWithCases(
    scope: CountryScope,
    { from, before }: Period,
  ): Promise<ReadonlyMap<CountryCode, readonly string[]>> {
    const rows = await this.database.rows(LIST_WEEKS_WITH_CASES, { scope, from, before });
    return new Map(rows.map(({ country, mondays }) => [country, mondays]));
  }

  /** Returns when the last consultation of a country was recorded, as ISO 8601; null if there is none. */
  async findLastArrival(country: CountryCode): Promise<string | null> {
    const last = await this.database.first(FIND_LAST_ARRIVAL, { country });
    return last?.recordedAt.toISOString() ?? null;
  }

  /**
   * Returns the weeks before a range for which cases were recorded during the range, seven to ninety days after the
   * consultation. Earlier records were evaluated in time; later ones are history.
   * @param weeks whole weeks
   * @param codes ICD-10 codes of the catalogue
   */
  async listWeeksRecordedLate(
    scope: CountryScope,
    { from, before }: Period,
    codes: readonly string[],
  ): Promise<WeekRecordedLate[]> {
    return this.database.rows(LIST_WEEKS_RECORDED_LATE, { scope, from, before, codes });
  }
}

function weeksIn({ from, before }: Period): NamedPeriod[] {
  return periodsBetween(periodOf('week', from), periodOf('week', addDays(before, -7)));
}

/** Adds up the pathologies of a country that have the same key, week by week. */
async function toSeries(rows: readonly WeeksOfPathology[], weeks: Period): Promise<WeeklyCounts[]> {
  const weekCount = daysIn(weeks) / 7;
  const byKey = new Map<string, WeeklyCounts & { readonly counts: number[] }>();
  await mapInTurns(rows, ({ country, key, name, icd10, ...row }) => {
    const seriesKey = `${country} ${key}`;
    const series = byKey.get(seriesKey) ?? {
      country,
      pathologyKey: key,
      pathology: name,
      icd10,
      counts: new Array<number>(weekCount).fill(0),
    };
    byKey.set(seriesKey, series);
    for (const [index, week] of row.weeks.entries())
      series.counts[week] = (series.counts[week] ?? 0) + (row.cases[index] ?? 0);
  });
  return [...byKey.values()];
}
