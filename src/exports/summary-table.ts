import type { CountryScope } from '../access/country';
import {
  addDays,
  daysIn,
  type NamedPeriod,
  type Period,
  previousPeriod,
  yearBefore,
} from '../fields/calendar';
import type { StatisticsService } from '../health/statistics.service';
import type { ExportTable, Value } from './export-table';
import type { Release } from './small-numbers.service';
import { type Released, SUPPRESSED } from './suppression';

type Summary = Awaited<ReturnType<StatisticsService['summary']>>;

/**
 * The periods that a summary sums: the period, the one before it and the same of a year before, these two no longer than
 * the first has lasted until a day.
 */
export function summedPeriods(period: NamedPeriod, until: string): Period[] {
  const days = daysIn({ from: period.from, before: addDays(until, 1) });
  const compared = [previousPeriod(period), yearBefore(period)].map(({ from, before }): Period => {
    const end = addDays(from, Math.max(0, days));
    return { from, before: end < before ? end : before };
  });
  return [period, ...compared];
}

/** @param releases of the summed periods, in their order */
export function summaryTable(
  summary: Summary,
  releases: {
    readonly country: CountryScope;
    readonly cases: readonly Release[];
    readonly units: readonly Release[];
  },
): ExportTable {
  const { country, cases, units } = releases;
  const numbersOf = ({ count, previous, yearBefore }: Summary['cases'], of: readonly Release[]): Value[] => {
    const [now, before, aYearBefore] = [count, previous, yearBefore].map((number, index) =>
      number === 0 ? 0 : (of[index]?.(number, { country }) ?? SUPPRESSED),
    );
    return [
      now ?? null,
      before ?? null,
      changeOf(now, before),
      aYearBefore ?? null,
      changeOf(now, aYearBefore),
    ];
  };
  const rows: [measure: string, ...numbers: Value[]][] = [
    ['Cases', ...numbersOf(summary.cases, cases)],
    ['Units sold', ...numbersOf(summary.unitsSold, units)],
    ['Pathologies with cases', summary.pathologies, null, null, null, null],
    ['Countries with cases', summary.countries, null, null, null, null],
  ];
  return {
    name: 'summary',
    of: [summary.period],
    country,
    columns: [
      { title: 'Measure' },
      { title: 'Period' },
      { title: 'Counted until' },
      { title: 'Count' },
      { title: 'Previous period' },
      { title: 'Change on previous period', format: 'share' },
      { title: 'Year before' },
      { title: 'Change on year before', format: 'share' },
    ],
    rows: rows.map(([measure, ...numbers]) => [measure, summary.period, summary.until, ...numbers]),
  };
}

/** A change tells one number by the other, so that both have to be shown. */
function changeOf(count: Released | undefined, base: Released | undefined): Value {
  if (count === SUPPRESSED || base === SUPPRESSED) return SUPPRESSED;
  return count === undefined || !base ? null : (count - base) / base;
}
