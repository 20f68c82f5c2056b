import type { CountryScope } from '../../../shared/country';
import type { StatisticsService } from '../../../modules/health';
import type { ExportTable, Value } from './export-table';
import type { Release } from '../small-numbers/small-numbers.service';
import { type Released, SUPPRESSED } from '../small-numbers/suppression';

type Summary = Awaited<ReturnType<StatisticsService['summary']>>;

/** @param releases of the period, the one before it and the same of a year before, in this order */
export function summaryTable(
  summary: Summary,
  releases: {
    readonly country: CountryScope;
    /** Whether small numbers are withheld. */
    readonly withholding: boolean;
    readonly cases: readonly Release[];
    readonly units: readonly Release[];
  },
): ExportTable {
  const { country, withholding, cases, units } = releases;
  const numbersOf = (figures: Summary['cases'], of: readonly Release[]): Value[] => {
    const released = (number: number, release: Release | undefined): Released =>
      number === 0 ? 0 : (release?.(number, { country }) ?? SUPPRESSED);
    const count = released(figures.count, of[0]);
    if (withholding && !summary.complete) {
      // The first days of the other periods would give away, day by day, what their other exports withhold.
      return [count, SUPPRESSED, SUPPRESSED, SUPPRESSED, SUPPRESSED];
    }
    const compared = summary.complete ? count : figures.compared;
    const previous = released(figures.previous, of[1]);
    const aYearBefore = released(figures.yearBefore, of[2]);
    return [count, previous, changeOf(compared, previous), aYearBefore, changeOf(compared, aYearBefore)];
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
function changeOf(count: Released, base: Released): Value {
  if (count === SUPPRESSED || base === SUPPRESSED) return SUPPRESSED;
  return base === 0 ? null : (count - base) / base;
}
