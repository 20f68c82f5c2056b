import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CountryCode, CountryScope } from '../../../shared/country';
import { daysIn, type Period } from '../../../shared/calendar';
import { WEEKLY_COUNTS, WEEKS_RECORDED_LATE } from './weekly-counts.sql';

/** A pathology's cases of one country. */
export interface WeeklyCounts {
  readonly country: CountryCode;
  readonly pathology: string;
  /** ICD-10 code, WHO edition of 2019; null for what is not in the catalogue. */
  readonly icd10: string | null;
  /** One for each week, oldest first; 0 where nothing was recorded. */
  readonly counts: readonly number[];
}

/** A pathology's cases of one country in one week. */
export interface WeekRecordedLate extends Pick<WeeklyCounts, 'country' | 'pathology' | 'icd10'> {
  /** The week's first day. */
  readonly monday: string;
  readonly count: number;
}

interface Row {
  readonly country: CountryCode;
  readonly key: string;
  readonly name: string;
  readonly icd10: string | null;
  readonly weeks: readonly number[];
  readonly cases: readonly number[];
}

/** Cases by country, pathology and week, from the counts that every record keeps: consultations are never scanned. */
@Injectable()
export class WeeklyCountsService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * What each country has of each pathology that has any case.
   * @param weeks whole weeks
   * @param codes of the catalogue, where only they are asked for
   */
  async counts(
    scope: CountryScope,
    weeks: Period,
    codes: readonly string[] | null = null,
  ): Promise<WeeklyCounts[]> {
    const rows = await this.dataSource.query<Row[]>(WEEKLY_COUNTS, [scope, weeks.from, weeks.before, codes]);
    const length = daysIn(weeks) / 7;
    const found = new Map<string, WeeklyCounts & { readonly counts: number[] }>();
    for (const { country, key, name, icd10, ...row } of rows) {
      const line = `${country} ${key}`;
      const series = found.get(line) ?? {
        country,
        pathology: name,
        icd10,
        counts: new Array<number>(length).fill(0),
      };
      found.set(line, series);
      for (const [index, week] of row.weeks.entries())
        series.counts[week] = (series.counts[week] ?? 0) + (row.cases[index] ?? 0);
    }
    return [...found.values()];
  }

  /**
   * Earlier weeks of which a case was recorded in some weeks: from seven to ninety days after the consultation, so that neither
   * what was counted in time nor a register of years is among them.
   * @param weeks whole weeks
   * @param codes of the catalogue
   */
  async recordedLate(
    scope: CountryScope,
    weeks: Period,
    codes: readonly string[],
  ): Promise<WeekRecordedLate[]> {
    const values = [scope, weeks.from, weeks.before, codes];
    return this.dataSource.query<WeekRecordedLate[]>(WEEKS_RECORDED_LATE, values);
  }
}
