import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import type { CountryCode } from '../access/country';
import { type CountryCount, PathologyCountsService } from '../consultations/pathology-counts.service';
import {
  addDays,
  dayOf,
  daysIn,
  type NamedPeriod,
  type Period,
  periodsBetween,
  previousPeriod,
  yearBefore,
} from '../fields/calendar';
import { scopeOf } from './country-scope';
import { MedicationSalesService } from './medication-sales.service';

interface PeriodOfCountry {
  readonly period: NamedPeriod;
  readonly country?: CountryCode;
}

/** Numbers for a ministry beside the two documented ones: never more than the countries it answers for. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly pathologyCounts: PathologyCountsService,
    private readonly medicationSales: MedicationSalesService,
  ) {}

  /** The countries that have figures, of those a caller may see. */
  async countries(caller: Caller): Promise<{ all: boolean; countries: string[] }> {
    const scope = scopeOf(caller);
    if (scope !== '*') return { all: false, countries: [scope] };
    const [withCases, withSales] = await Promise.all([
      this.pathologyCounts.countries(),
      this.medicationSales.countries(),
    ]);
    return { all: true, countries: [...new Set([...withCases, ...withSales])].sort() };
  }

  async pathologies({ period, country }: PeriodOfCountry, caller: Caller) {
    return this.pathologyCounts.totals(scopeOf(caller, country), period);
  }

  async medications({ period, country }: PeriodOfCountry, caller: Caller) {
    return this.medicationSales.totals(scopeOf(caller, country), period);
  }

  /** @throws NotFoundException that names the first pathology nobody has heard of */
  async pathologyTrend(
    {
      pathologies,
      from,
      to,
      country,
    }: { pathologies: readonly string[]; from: NamedPeriod; to: NamedPeriod; country?: CountryCode },
    caller: Caller,
  ) {
    const periods = periodsBetween(from, to);
    const series = await this.pathologyCounts.trend(scopeOf(caller, country), {
      names: pathologies,
      periods,
    });
    return { periods: periods.map(({ name }) => name), series };
  }

  /** @throws NotFoundException for a pathology or medication nobody has heard of */
  async countryBreakdown(
    { period, country, pathology, medication }: PeriodOfCountry & { pathology?: string; medication?: string },
    caller: Caller,
  ): Promise<CountryCount[]> {
    const scope = scopeOf(caller, country);
    return medication === undefined
      ? this.pathologyCounts.byCountry(scope, period, pathology)
      : this.medicationSales.byCountry(scope, period, medication);
  }

  /**
   * The name that a pathology or medication is shown under, whichever of its names is asked for; undefined where none is.
   * @throws NotFoundException for a name that nobody has used where the caller may look
   */
  async shownName(
    { pathology, medication, country }: { pathology?: string; medication?: string; country?: CountryCode },
    caller: Caller,
  ): Promise<string | undefined> {
    const scope = scopeOf(caller, country);
    if (medication !== undefined) return this.medicationSales.shownName(scope, medication);
    return pathology === undefined ? undefined : this.pathologyCounts.shownName(scope, pathology);
  }

  async summary({ period, country }: PeriodOfCountry, caller: Caller) {
    const scope = scopeOf(caller, country);
    const tomorrow = addDays(dayOf(new Date()), 1);
    const complete = period.before < tomorrow;
    // Of what is not over yet, only as many days of the other periods are compared as this one has had.
    const days = complete ? Infinity : Math.max(0, daysIn({ from: period.from, before: tomorrow }));
    const compared = [period, previousPeriod(period), yearBefore(period)].map((one) => firstDays(one, days));
    const [cases, units, pathologies, countries] = await Promise.all([
      this.pathologyCounts.sums(scope, compared),
      this.medicationSales.sums(scope, compared),
      this.pathologyCounts.totals(scope, period),
      this.pathologyCounts.byCountry(scope, period),
    ]);
    return {
      period: period.name,
      until: addDays(complete ? period.before : tomorrow, -1),
      complete,
      cases: comparison(cases),
      unitsSold: comparison(units),
      pathologies: pathologies.length,
      countries: countries.length,
    };
  }
}

/** The first days of a period, or all of it where it has no more. */
function firstDays(period: Period, days: number): Period {
  if (days >= daysIn(period)) return period;
  return { from: period.from, before: addDays(period.from, days) };
}

function comparison([count = 0, previous = 0, yearBefore = 0]: readonly number[]) {
  return {
    count,
    previous,
    yearBefore,
    changeOnPrevious: change(count, previous),
    changeOnYearBefore: change(count, yearBefore),
  };
}

function change(count: number, base: number): number | null {
  return base === 0 ? null : (count - base) / base;
}
