import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode, CountryScope } from '../../../shared/country';
import { type CountryCount, PathologyCountsService } from '../../consultations';
import {
  addDays,
  dayOf,
  daysIn,
  type NamedPeriod,
  type Period,
  periodsBetween,
  previousPeriod,
  yearBefore,
} from '../../../shared/calendar';
import { scopeOf } from '../country-scope';
import { MedicationSalesService } from '../medications/medication-sales.service';

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

  /**
   * The countries that a caller sees, narrowed to the one that is asked for.
   * @throws ForbiddenException for another country, and for an account that is tied to none
   */
  scope(caller: Caller, asked?: CountryCode): CountryScope {
    return scopeOf(caller, asked);
  }

  /** The countries that have figures, of those a caller may see. */
  async countries(caller: Caller): Promise<{ all: boolean; countries: CountryCode[] }> {
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

  async summary(input: PeriodOfCountry, caller: Caller) {
    const { summary } = await this.overview(input, caller);
    return summary;
  }

  /** The summary of a period, and the cases by pathology that it counts. */
  async overview({ period, country }: PeriodOfCountry, caller: Caller) {
    const scope = scopeOf(caller, country);
    const today = dayOf(new Date());
    const complete = period.before <= today;
    const summed = summedPeriods(period, today);
    const [, compared] = summed;
    const [cases, units, pathologies, countries] = await Promise.all([
      this.pathologyCounts.sums(scope, summed),
      this.medicationSales.sums(scope, summed),
      this.pathologyCounts.totals(scope, period),
      this.pathologyCounts.byCountry(scope, period),
    ]);
    const summary = {
      period: period.name,
      until: complete ? addDays(period.before, -1) : today,
      comparedUntil: compared.before > compared.from ? addDays(compared.before, -1) : null,
      complete,
      cases: comparison(cases),
      unitsSold: comparison(units),
      pathologies: pathologies.length,
      countries: countries.length,
    };
    return { summary, pathologies };
  }
}

/**
 * What a summary sums: the period, the part of it that is compared, and as many days of the period before it and of the one a
 * year before. A period that is over is compared whole. Of one that is not, today has had some hours only, so that its
 * whole days are compared.
 * @param today in UTC, `YYYY-MM-DD`
 */
export function summedPeriods(
  period: NamedPeriod,
  today: string,
): [all: Period, compared: Period, previous: Period, yearBefore: Period] {
  const others = [previousPeriod(period), yearBefore(period)] as const;
  if (period.before <= today) return [period, period, ...others];
  const days = Math.max(0, daysIn({ from: period.from, before: today }));
  const [previous, before] = others;
  return [period, firstDays(period, days), firstDays(previous, days), firstDays(before, days)];
}

/** The first days of a period, or all of it where it has no more. */
function firstDays(period: Period, days: number): Period {
  if (days >= daysIn(period)) return period;
  return { from: period.from, before: addDays(period.from, days) };
}

function comparison([count = 0, compared = 0, previous = 0, yearBefore = 0]: readonly number[]) {
  return {
    count,
    compared,
    previous,
    yearBefore,
    changeOnPrevious: change(compared, previous),
    changeOnYearBefore: change(compared, yearBefore),
  };
}

function change(count: number, base: number): number | null {
  return base === 0 ? null : (count - base) / base;
}
