import { Injectable, NotFoundException } from '@nestjs/common';
import type { z } from 'zod';
import { type CountryVersion, DailySums } from '../../../platform/database/daily-sums';
import { Database } from '../../../platform/database/database';
import { mapInTurns } from '../../../platform/limits/current-turns';
import { cellParameters } from '../../../platform/database/sum-cells';
import type { NamedPeriod, Period } from '../../../shared/period';
import type { CountryCode, CountryScope } from '../../../shared/country';
import { findEnglishName, searchEnglishNames } from '../../../shared/catalogue-names/catalogue-names';
import { nameKey } from '../../../shared/name-key';
import {
  COUNT_BY_COUNTRY,
  COUNT_BY_COUNTRY_AND_NAME,
  COUNT_BY_COUNTRY_AND_PERIOD,
  COUNT_BY_PATHOLOGY,
  COUNT_BY_PERIOD,
  COUNT_PATHOLOGIES_BY_COUNTRY,
  COUNT_PATHOLOGIES_IN_COUNTRY,
  DAILY_CASES,
  FIND_PATHOLOGIES_IN_SCOPE,
  SEARCH_PATHOLOGIES,
} from './pathology-counts.sql';

export type PathologyCount = z.output<typeof COUNT_BY_PATHOLOGY.row>;
export type CountryCount = z.output<typeof COUNT_BY_COUNTRY.row>;
export type FoundPathology = z.output<typeof SEARCH_PATHOLOGIES.row>;
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
  async getTotals(scope: CountryScope, period: Period): Promise<PathologyCount[]> {
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

  /**
   * Returns the cases of a pathology in each country, and each period.
   * @param scope in which the name is looked up; it has all the countries
   * @param periods consecutive, and either all months or all weeks
   * @throws NotFoundException if the name does not exist in the scope
   */
  async getTrendByCountry(
    scope: CountryScope,
    {
      pathology,
      countries,
      periods,
    }: {
      readonly pathology: string;
      readonly countries: readonly CountryCode[];
      readonly periods: readonly NamedPeriod[];
    },
  ): Promise<{ name: string; counts: ReadonlyMap<CountryCode, number[]> }> {
    const { name, ids: pathologyIds } = await this.findPathology(scope, pathology);
    const [first] = periods;
    const rows = first
      ? await this.database.rows(COUNT_BY_COUNTRY_AND_PERIOD, {
          ...cellParameters(periods),
          kind: first.kind,
          pathologyIds,
          countries,
        })
      : [];
    const counts = new Map(rows.map(({ country, start, count }) => [`${country} ${start}`, count]));
    const lines = await mapInTurns(countries, (country) => {
      return [country, periods.map(({ from }) => counts.get(`${country} ${from}`) ?? 0)] as const;
    });
    return { name, counts: new Map(lines) };
  }

  /** Returns the pathologies of the scope that have a name with all words of a text, with their cases: most cases first. */
  async search(scope: CountryScope, words: string, limit: number): Promise<FoundPathology[]> {
    const parts = [...new Set(words.split(/\s+/).map(nameKey))];
    const patterns = parts.map((part) => `%${part.replace(/[\\%_]/g, String.raw`\$&`)}%`);
    const translatedKeys = searchEnglishNames('pathologies', parts).map(nameKey);
    return this.database.rows(SEARCH_PATHOLOGIES, { scope, patterns, translatedKeys, limit });
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
    let found = await this.findByNames(scope, names);
    // The database has the names of few languages. Own names of countries that it has come first.
    const inEnglish = names.map((name, index) =>
      found.has(index) ? name : (findEnglishName('pathologies', name) ?? name),
    );
    if (inEnglish.some((name, index) => name !== names[index]))
      found = await this.findByNames(scope, inEnglish);
    return names.map((name, index) => {
      const pathology = found.get(index);
      if (pathology) return pathology;
      throw new NotFoundException(`${getField(index)}: no pathology is called "${name}"`);
    });
  }

  /** Returns the pathologies that exist in the scope, by the index of the name. */
  private async findByNames(scope: CountryScope, names: readonly string[]) {
    const rows = await this.database.rows(FIND_PATHOLOGIES_IN_SCOPE, { scope, keys: names.map(nameKey) });
    return new Map(rows.map((row) => [row.position, row]));
  }
}
