import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import {
  addDays,
  calendarPeriod,
  dayOf,
  daysIn,
  type NamedPeriod,
  type Period,
  periodsBetween,
  previousPeriod,
  yearBefore,
} from '../../../shared/period';
import type { CountryCode } from '../../../shared/country';
import {
  type CountryCount,
  type NameAndKey,
  type PathologyCount,
  PathologyCountsService,
} from '../../consultations';
import { resolveScope } from '../../../platform/access/country-scope';
import { MedicationSalesService, type MedicationTotal } from '../medications/medication-sales.service';

interface PeriodOfCountry {
  readonly period: NamedPeriod;
  readonly country?: CountryCode;
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
    const series = await this.pathologyCounts.getTrend(resolveScope(caller, country), {
      names: pathologies,
      periods,
    });
    return { periods: periods.map(({ name }) => name), series };
  }

  /**
   * Returns the units of a medication in each country, or else the cases of one or all pathologies.
   * @throws NotFoundException if the name does not exist in the scope
   */
  async getCountryBreakdown(
    { period, country, pathology, medication }: PeriodOfCountry & { pathology?: string; medication?: string },
    caller: Caller,
  ): Promise<CountryCount[]> {
    const scope = resolveScope(caller, country);
    return medication === undefined
      ? this.pathologyCounts.getCountsByCountry(scope, period, pathology)
      : this.medicationSales.getUnitsByCountry(scope, period, medication);
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

  async getSummary(input: PeriodOfCountry, caller: Caller) {
    const { summary } = await this.getOverview(input, caller);
    return summary;
  }

  /** Returns the summary of a period with the cases by pathology. */
  async getOverview({ period, country }: PeriodOfCountry, caller: Caller) {
    const scope = resolveScope(caller, country);
    const today = dayOf(new Date());
    const complete = period.before <= today;
    const periods = listPeriodsOfSummary(period, today);
    const [, compared] = periods;
    const [cases, units, pathologies, countries] = await Promise.all([
      this.pathologyCounts.getSums(scope, periods),
      this.medicationSales.getSums(scope, periods),
      this.pathologyCounts.getTotals(scope, period),
      this.pathologyCounts.getCountsByCountry(scope, period),
    ]);
    const summary = {
      period: period.name,
      until: complete ? addDays(period.before, -1) : today,
      comparedUntil: compared.before > compared.from ? addDays(compared.before, -1) : null,
      complete,
      cases: compareSums(cases),
      unitsSold: compareSums(units),
      pathologies: pathologies.length,
      countries: countries.length,
    };
    return { summary, pathologies };
  }
}

/**
 * Returns the periods that a summary sums: the period, its compared part, and as many days of the previous period and of the
 * year before. If the period is not over, only its complete days are compared, without today.
 * @param today in UTC, `YYYY-MM-DD`
 */
function listPeriodsOfSummary(
  period: NamedPeriod,
  today: string,
): [all: Period, compared: Period, previous: Period, yearBefore: Period] {
  const previous = previousPeriod(period);
  const before = yearBefore(period);
  if (period.before <= today) return [period, period, previous, before];
  const days = Math.max(0, daysIn({ from: period.from, before: today }));
  return [period, firstDays(period, days), firstDays(previous, days), firstDays(before, days)];
}

/** Returns the first days of a period; all of it if it has no more. */
function firstDays(period: Period, days: number): Period {
  if (days >= daysIn(period)) return period;
  return { from: period.from, before: addDays(period.from, days) };
}

function compareSums([count = 0, compared = 0, previous = 0, yearBefore = 0]: readonly number[]) {
  return {
    count,
    compared,
    previous,
    yearBefore,
    changeOnPrevious: relativeChange(compared, previous),
    changeOnYearBefore: relativeChange(compared, yearBefore),
  };
}

/** Returns null if the base is zero. */
function relativeChange(count: number, base: number): number | null {
  return base === 0 ? null : (count - base) / base;
}
