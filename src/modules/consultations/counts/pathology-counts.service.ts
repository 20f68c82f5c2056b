import { Injectable, NotFoundException } from '@nestjs/common';
import type { z } from 'zod';
import { type CountryVersion, DailySums } from '../../../platform/database/daily-sums';
import { Database } from '../../../platform/database/database';
import { cellParameters } from '../../../platform/database/sum-cells';
import type { NamedPeriod, Period } from '../../../shared/period';
import type { CountryCode, CountryScope } from '../../../shared/country';
import { nameKey } from '../../../shared/name-key';
import {
  COUNT_BY_COUNTRY,
  COUNT_BY_COUNTRY_AND_NAME,
  COUNT_BY_PATHOLOGY,
  COUNT_BY_PERIOD,
  COUNT_PATHOLOGIES_BY_COUNTRY,
  COUNT_PATHOLOGIES_IN_COUNTRY,
  DAILY_CASES,
  FIND_PATHOLOGIES_IN_SCOPE,
} from './pathology-counts.sql';

export type PathologyCount = z.output<typeof COUNT_BY_PATHOLOGY.row>;
export type CountryCount = z.output<typeof COUNT_BY_COUNTRY.row>;
export type NamedCountryCount = z.output<typeof COUNT_BY_COUNTRY_AND_NAME.row>;

/** A name under which a pathology or medication is shown, and the key by which its counts are stored. */
export interface NameAndKey {
  readonly name: string;
  readonly key: string;
}

export interface PathologySeries extends NameAndKey {
  /** One for each period. */
  readonly counts: number[];
}

/**
 * Sums cases by pathology, country or period. Reads the stored sums, and the changes that are not yet in them: every
 * statement that records or voids consultations logs one (`count-cases.sql.ts`).
 */
@Injectable()
export class PathologyCountsService {
  private readonly dailyCases: DailySums;

  constructor(private readonly database: Database) {
    this.dailyCases = new DailySums(database, DAILY_CASES);
  }

  /** Returns the cases of each pathology in a period, most first. Those with the same name are added together. */
  async getTotals(scope: CountryScope, period: NamedPeriod): Promise<PathologyCount[]> {
    return this.database.rows(COUNT_BY_PATHOLOGY, { scope, ...cellParameters(period) });
  }

  /** Returns the cases of all pathologies in each period. */
  async getSums(scope: CountryScope, periods: readonly Period[]): Promise<number[]> {
    return this.dailyCases.ofPeriods(scope, periods);
  }

  /**
   * Returns the cases of one or all pathologies in each country, most first.
   * @throws NotFoundException if the name does not exist in the scope
   */
  async getCountsByCountry(
    scope: CountryScope,
    period: NamedPeriod,
    pathology?: string,
  ): Promise<CountryCount[]> {
    const cells = cellParameters(period);
    if (pathology === undefined) return this.database.rows(COUNT_BY_COUNTRY, { scope, ...cells });
    const { ids: pathologyIds } = await this.findPathology(scope, pathology);
    if (scope === '*') return this.database.rows(COUNT_PATHOLOGIES_BY_COUNTRY, { ...cells, pathologyIds });
    return this.database.rows(COUNT_PATHOLOGIES_IN_COUNTRY, { scope, ...cells, pathologyIds });
  }

  /**
   * Returns the cases of pathologies in each period.
   * @param periods consecutive, and either all months or all weeks
   * @throws NotFoundException if a name does not exist in the scope
   */
  async getTrend(
    scope: CountryScope,
    { names, periods }: { names: readonly string[]; periods: readonly NamedPeriod[] },
  ): Promise<PathologySeries[]> {
    const found = await this.findPathologies(scope, names, (index) => `pathologies[${index}]`);
    const [first] = periods;
    if (!first) return found.map(({ name, key }) => ({ name, key, counts: [] }));
    const rows = await this.database.rows(COUNT_BY_PERIOD, {
      scope,
      ...cellParameters(periods),
      kind: first.kind,
      pathologyIds: found.flatMap(({ ids }) => ids),
      series: found.flatMap(({ ids }, index) => ids.map(() => index)),
    });
    const counts = new Map(rows.map(({ series, start, count }) => [`${series} ${start}`, count]));
    return found.map(({ name, key }, series) => ({
      name,
      key,
      counts: periods.map(({ from }) => counts.get(`${series} ${from}`) ?? 0),
    }));
  }

  /** Returns the cases by country and key. Never return them to an API caller: they have all countries. */
  async getCountsByCountryAndName(period: NamedPeriod): Promise<NamedCountryCount[]> {
    return this.database.rows(COUNT_BY_COUNTRY_AND_NAME, cellParameters(period));
  }

  /**
   * Finds a pathology by any of its names.
   * @throws NotFoundException if the name does not exist in the scope
   */
  async findNameAndKey(scope: CountryScope, pathology: string): Promise<NameAndKey> {
    return this.findPathology(scope, pathology);
  }

  /** Returns the countries that have counts. */
  async listCountries(): Promise<CountryCode[]> {
    return this.dailyCases.countries();
  }

  /** Returns the countries with their versions: a country's version differs whenever its counts do. */
  async listVersions(): Promise<CountryVersion[]> {
    return this.dailyCases.countryVersions();
  }

  private async findPathology(scope: CountryScope, name: string) {
    const [found] = await this.findPathologies(scope, [name], () => 'pathology');
    // Never: `findPathologies` throws if the name is not found.
    if (!found) throw new TypeError('a pathology was not found');
    return found;
  }

  private async findPathologies(
    scope: CountryScope,
    names: readonly string[],
    getField: (index: number) => string,
  ) {
    const rows = await this.database.rows(FIND_PATHOLOGIES_IN_SCOPE, { scope, keys: names.map(nameKey) });
    const byPosition = new Map(rows.map((row) => [row.position, row]));
    return names.map((name, index) => {
      const pathology = byPosition.get(index);
      if (pathology) return pathology;
      throw new NotFoundException(`${getField(index)}: no pathology is called "${name}"`);
    });
  }
}
