import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mapInTurns } from '../../../platform/limits/current-turns';
import { calendarPeriod, type NamedPeriod, periodsBetween } from '../../../shared/period';
import type { CountryCode } from '../../../shared/country';
import {
  type CountryCount,
  type FoundPathology,
  type NameAndKey,
  type PathologyCount,
  PathologyCountsService,
} from '../../consultations';
import {
  per100000,
  type Population,
  populationIn,
  populationYearIn,
  ratesOf,
} from '../population/population';
import { compareCounts, compareWithEarlier } from './compared-periods';
import { isInScope, resolveScope } from '../../../platform/access/country-scope';
import { MedicationSalesService, type MedicationTotal } from '../medications/medication-sales.service';

interface PeriodOfCountry {
  readonly period: NamedPeriod;
  readonly country?: CountryCode;
}

/** The count of a country, and its rate. */
interface CountryRate extends CountryCount {
  readonly per100000: number | null;
  /** Null if it is unknown. */
  readonly population: Population | null;
}

interface CountryTrendInput {
  readonly pathology: string;
  readonly from: NamedPeriod;
  readonly to: NamedPeriod;
  /** Those that have figures and that the caller may see, if absent. */
  readonly countries?: readonly CountryCode[];
}

/** Statistics for a ministry of health, limited to the countries that the caller may see. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly pathologyCounts: PathologyCountsService,
    private readonly medicationSales: MedicationSalesService,
  ) {}

  /** Returns the countries that have figures and that the caller may see. */
  async listCountries(caller: Caller): Promise<{ all: boolean; countries: CountryCode[] }> {
    const scope = resolveScope(caller);
    if (scope !== '*') return { all: false, countries: [scope] };
    const [withCases, withSales] = await Promise.all([
      this.pathologyCounts.listCountries(),
      this.medicationSales.listCountries(),
    ]);
    return { all: true, countries: [...new Set([...withCases, ...withSales])].sort() };
  }

  /** Returns the cases by pathology of a month, or of the whole year without a month. */
  async getPathologyStats(
    { year, month }: { year: number; month?: number },
    caller: Caller,
  ): Promise<PathologyCount[]> {
    return this.getPathologyTotals({ period: calendarPeriod(year, month) }, caller);
  }

  async getMedicationStats(
    { year, ...input }: { year: number; country?: CountryCode },
    caller: Caller,
  ): Promise<MedicationTotal[]> {
    return this.getMedicationTotals({ ...input, period: calendarPeriod(year) }, caller);
  }

  async getPathologyTotals({ period, country }: PeriodOfCountry, caller: Caller): Promise<PathologyCount[]> {
    return this.pathologyCounts.getTotals(resolveScope(caller, country), period);
  }

  async getMedicationTotals(
    { period, country }: PeriodOfCountry,
    caller: Caller,
  ): Promise<MedicationTotal[]> {
    return this.medicationSales.getTotals(resolveScope(caller, country), period);
  }

  /** @throws NotFoundException if a name does not exist in the scope */
  async getPathologyTrend(
    {
      pathologies,
      from,
      to,
      country,
    }: { pathologies: readonly string[]; from: NamedPeriod; to: NamedPeriod; country?: CountryCode },
    caller: Caller,
  ) {
    const periods = periodsBetween(from, to);
    const scope = resolveScope(caller, country);
    const series = await this.pathologyCounts.getTrend(scope, {
      names: pathologies,
      periods,
    });
    const populations = periods.map((each) => populationIn(scope, each));
    return {
      periods: periods.map(({ name }) => name),
      populationYears: populations.map((each) => each?.year ?? null),
      series: series.map((each) => ({ ...each, per100000: ratesOf(each.counts, populations) })),
    };
  }

  /** Finds pathologies by words of a name, those with most cases first. */
  async searchPathologies(
    { search, limit, country }: { search: string; limit: number; country?: CountryCode },
    caller: Caller,
  ): Promise<FoundPathology[]> {
    return this.pathologyCounts.search(resolveScope(caller, country), search, limit);
  }

  /**
   * Returns the cases of a pathology in each period, by country. Countries that the caller may not see have no counts.
   * @throws NotFoundException if the name does not exist in the scope
   */
  async getCountryTrend({ pathology, from, to, countries }: CountryTrendInput, caller: Caller) {
    const scope = resolveScope(caller);
    const requested = [...new Set(countries ?? (await this.listCountries(caller)).countries)];
    const periods = periodsBetween(from, to);
    const { name, counts } = await this.pathologyCounts.getTrendByCountry(scope, {
      pathology,
      countries: requested.filter((country) => isInScope(scope, country)),
      periods,
    });
    return {
      name,
      periods: periods.map((each) => each.name),
      populationYears: periods.map(populationYearIn),
      countries: await mapInTurns(requested, (country) => {
        const line = counts.get(country);
        const populations = periods.map((each) => populationIn(country, each));
        return {
          country,
          visible: line !== undefined,
          counts: line ?? null,
          per100000: line ? ratesOf(line, populations) : null,
        };
      }),
    };
  }

  /**
   * Returns the units of a medication in each country, or else the cases of one or all pathologies.
   * @throws NotFoundException if the name does not exist in the scope
   */
  async getCountryBreakdown(
    { period, country, pathology, medication }: PeriodOfCountry & { pathology?: string; medication?: string },
    caller: Caller,
  ): Promise<CountryRate[]> {
    const scope = resolveScope(caller, country);
    const counts = await (medication === undefined
      ? this.pathologyCounts.getCountsByCountry(scope, period, pathology)
      : this.medicationSales.getUnitsByCountry(scope, period, medication));
    return counts.map((each) => {
      const population = populationIn(each.country, period);
      return { ...each, per100000: per100000(each.count, population), population };
    });
  }

  /**
   * Finds a pathology or medication by any of its names; undefined without a name.
   * @throws NotFoundException if the name does not exist in the scope
   */
  async findNameAndKey(
    { pathology, medication, country }: { pathology?: string; medication?: string; country?: CountryCode },
    caller: Caller,
  ): Promise<NameAndKey | undefined> {
    const scope = resolveScope(caller, country);
    if (medication !== undefined) return this.medicationSales.findNameAndKey(scope, medication);
    return pathology === undefined ? undefined : this.pathologyCounts.findNameAndKey(scope, pathology);
  }

  /** Compares each pathology that has cases in the period or in an earlier one. */
  async getPathologyComparison({ period, country }: PeriodOfCountry, caller: Caller) {
    const scope = resolveScope(caller, country);
    const { periods, days } = compareWithEarlier(period);
    // If the period is over, all of it is compared: it is read once.
    const [total, ...lists] = await Promise.all([
      this.pathologyCounts.getSums(scope, periods),
      ...[...new Set(periods)].map(
        async (each) => [each, await this.pathologyCounts.getTotals(scope, each)] as const,
      ),
    ]);
    const totals = new Map(lists);
    const byKey = new Map<string, Omit<PathologyCount, 'count'> & { readonly counts: number[] }>();
    for (const [index, each] of periods.entries()) {
      await mapInTurns(totals.get(each) ?? [], ({ count, ...pathology }) => {
        const row = byKey.get(pathology.key) ?? { ...pathology, counts: [0, 0, 0, 0] };
        row.counts[index] = count;
        byKey.set(pathology.key, row);
      });
    }
    const population = populationIn(scope, period);
    const pathologies = await mapInTurns([...byKey.values()], ({ counts, ...pathology }) => ({
      ...pathology,
      ...compareCounts(counts, population),
    }));
    return { ...days, population, total: compareCounts(total, population), pathologies };
  }

  async getSummary({ period, country }: PeriodOfCountry, caller: Caller) {
    const scope = resolveScope(caller, country);
    const { periods, days } = compareWithEarlier(period);
    const [cases, units, pathologies, countries] = await Promise.all([
      this.pathologyCounts.getSums(scope, periods),
      this.medicationSales.getSums(scope, periods),
      this.pathologyCounts.getTotals(scope, period),
      this.pathologyCounts.getCountsByCountry(scope, period),
    ]);
    const population = populationIn(scope, period);
    return {
      ...days,
      cases: compareCounts(cases, population),
      unitsSold: compareCounts(units, population),
      pathologies: pathologies.length,
      countries: countries.length,
      population,
    };
  }
}
