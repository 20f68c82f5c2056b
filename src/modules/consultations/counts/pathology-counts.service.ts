import { Injectable, NotFoundException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CountryCode, CountryScope } from '../../../shared/country';
import { DailySums } from '../../../platform/database/daily-sums';
import type { NamedPeriod, Period } from '../../../shared/calendar';
import { nameKey } from '../../../shared/name-key';
import {
  COUNTS_BY_COUNTRY,
  COUNTS_BY_COUNTRY_AND_PATHOLOGY,
  COUNTS_BY_PERIOD,
  PATHOLOGIES_BY_KEY,
  TOTALS_BY_PATHOLOGY,
} from './pathology-counts.sql';

export interface PathologyCount {
  readonly name: string;
  /** ICD-10 code, WHO edition of 2019; null for what is not in the catalogue. */
  readonly icd10: string | null;
  readonly count: number;
}

export interface CountryCount {
  readonly country: CountryCode;
  readonly count: number;
}

/** What one country counted under one name. */
export interface NamedCountryCount extends CountryCount {
  /** `nameKey` of the name. */
  readonly key: string;
}

export interface PathologySeries {
  readonly name: string;
  /** One for each period that was asked for. */
  readonly counts: number[];
}

/** A name that was asked for, and every pathology that goes by it where the caller may look. */
interface FoundPathology {
  readonly name: string;
  readonly ids: readonly string[];
}

/** Cases by pathology, from the counts that every record keeps: consultations are never scanned. */
@Injectable()
export class PathologyCountsService {
  private readonly dailyCounts: DailySums;

  constructor(private readonly dataSource: DataSource) {
    this.dailyCounts = new DailySums(dataSource, { table: 'pathology_daily_count', value: 'cases' });
  }

  /**
   * The cases of a period, most first. Where several countries are summed, what each of them wrote under one name
   * is one line, shown as it was first written.
   */
  async totals(scope: CountryScope, { from, before }: Period): Promise<PathologyCount[]> {
    return this.dataSource.query<PathologyCount[]>(TOTALS_BY_PATHOLOGY, [scope, from, before]);
  }

  /** All cases of each of some periods, in their order. */
  async sums(scope: CountryScope, periods: readonly Period[]): Promise<number[]> {
    return this.dailyCounts.ofPeriods(scope, periods);
  }

  /**
   * The cases of each country in a period, most first: of one pathology, or of all.
   * @throws NotFoundException for a name that nobody has used where the caller may look
   */
  async byCountry(
    scope: CountryScope,
    { from, before }: Period,
    pathology?: string,
  ): Promise<CountryCount[]> {
    const found =
      pathology === undefined ? undefined : await this.find(scope, [pathology], () => 'pathology');
    const ids = found?.flatMap((line) => line.ids) ?? null;
    return this.dataSource.query<CountryCount[]>(COUNTS_BY_COUNTRY, [scope, from, before, ids]);
  }

  /**
   * The cases of some pathologies in each of some periods, which follow one another and are all months or all weeks.
   * @throws NotFoundException for a name that nobody has used where the caller may look
   */
  async trend(
    scope: CountryScope,
    { names, periods }: { names: readonly string[]; periods: readonly NamedPeriod[] },
  ): Promise<PathologySeries[]> {
    const found = await this.find(scope, names, (index) => `pathologies[${index}]`);
    const [first] = periods;
    const last = periods.at(-1);
    if (!first || !last) return found.map(({ name }) => ({ name, counts: [] }));
    const ids = found.flatMap((line) => line.ids);
    const lines = found.flatMap((line, index) => line.ids.map(() => index));
    const rows = await this.dataSource.query<{ line: number; start: string; count: number }[]>(
      COUNTS_BY_PERIOD,
      [scope, first.from, last.before, first.kind, ids, lines],
    );
    const counts = new Map(rows.map(({ line, start, count }) => [`${line} ${start}`, count]));
    return found.map(({ name }, line) => ({
      name,
      counts: periods.map(({ from }) => counts.get(`${line} ${from}`) ?? 0),
    }));
  }

  /** All that was counted in a period, by country and name. It knows no scope: it is not for callers. */
  async byCountryAndName({ from, before }: Period): Promise<NamedCountryCount[]> {
    return this.dataSource.query<NamedCountryCount[]>(COUNTS_BY_COUNTRY_AND_PATHOLOGY, [from, before]);
  }

  /**
   * The name that a pathology is shown under, whichever of its names is asked for.
   * @throws NotFoundException for a name that nobody has used where the caller may look
   */
  async shownName(scope: CountryScope, pathology: string): Promise<string> {
    const [found] = await this.find(scope, [pathology], () => 'pathology');
    return found?.name ?? pathology;
  }

  /** The countries that have any count. */
  async countries(): Promise<CountryCode[]> {
    return this.dailyCounts.countries();
  }

  private async find(
    scope: CountryScope,
    names: readonly string[],
    fieldOf: (index: number) => string,
  ): Promise<FoundPathology[]> {
    const rows = await this.dataSource.query<(FoundPathology & { position: number })[]>(PATHOLOGIES_BY_KEY, [
      scope,
      names.map(nameKey),
    ]);
    const found = new Map(rows.map((row) => [row.position, row]));
    return names.map((name, index) => {
      const pathology = found.get(index);
      if (pathology) return pathology;
      throw new NotFoundException(`${fieldOf(index)}: no pathology is called "${name}"`);
    });
  }
}
