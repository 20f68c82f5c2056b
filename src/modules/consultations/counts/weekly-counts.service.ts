import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../../platform/database/database';
import { daysIn, type Period } from '../../../shared/period';
import type { CountryCode, CountryScope } from '../../../shared/country';
import { COUNT_BY_WEEK, LIST_WEEKS_RECORDED_LATE } from './weekly-counts.sql';

/** Cases of one pathology in one country. */
export interface WeeklyCounts {
  readonly country: CountryCode;
  readonly pathology: string;
  /** ICD-10 code, WHO edition of 2019; null if the pathology is not in the catalogue. */
  readonly icd10: string | null;
  /** One for each week, oldest first. */
  readonly counts: readonly number[];
}

type WeekRecordedLate = z.output<typeof LIST_WEEKS_RECORDED_LATE.row>;

/** Counts cases by country, pathology and week. Reads the daily counts, never all consultations. */
@Injectable()
export class WeeklyCountsService {
  constructor(private readonly database: Database) {}

  /**
   * Returns the pathologies that have cases in each country.
   * @param weeks whole weeks
   * @param codes ICD-10 codes of the catalogue; all pathologies by default
   */
  async getCounts(
    scope: CountryScope,
    weeks: Period,
    codes: readonly string[] | null = null,
  ): Promise<WeeklyCounts[]> {
    const { from, before } = weeks;
    const rows = await this.database.rows(COUNT_BY_WEEK, { scope, from, before, codes });
    const weekCount = daysIn(weeks) / 7;
    const byKey = new Map<string, WeeklyCounts & { readonly counts: number[] }>();
    for (const { country, key, name, icd10, ...row } of rows) {
      const seriesKey = `${country} ${key}`;
      const series = byKey.get(seriesKey) ?? {
        country,
        pathology: name,
        icd10,
        counts: new Array<number>(weekCount).fill(0),
      };
      byKey.set(seriesKey, series);
      for (const [index, week] of row.weeks.entries())
        series.counts[week] = (series.counts[week] ?? 0) + (row.cases[index] ?? 0);
    }
    return [...byKey.values()];
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
