import type { CountryScope } from '../../../shared/country';
import type { StatisticsService } from '../../../modules/health';
import { COLUMNS } from './columns';
import type { ExportTable, Value } from './export-table';
import type { Suppressor } from '../small-numbers/small-numbers.service';
import { type PublishedCount, SUPPRESSED } from '../small-numbers/suppression';

type Summary = Awaited<ReturnType<StatisticsService['getSummary']>>;

interface SummaryOptions {
  readonly country: CountryScope;
  readonly isSuppressing: boolean;
  /** For the period, the previous one and the one a year before, in this order; likewise for units. */
  readonly caseSuppressors: readonly Suppressor[];
  readonly unitSuppressors: readonly Suppressor[];
}

export function buildSummaryTable(
  summary: Summary,
  { country, isSuppressing, caseSuppressors, unitSuppressors }: SummaryOptions,
): ExportTable {
  const buildCells = (figures: Summary['cases'], suppressors: readonly Suppressor[]): Value[] => {
    const publish = (count: number, suppress: Suppressor | undefined): PublishedCount =>
      count === 0 ? 0 : (suppress?.(count, { country }) ?? SUPPRESSED);
    const count = publish(figures.count, suppressors[0]);
    if (isSuppressing && !summary.complete) {
      // Part of an earlier period, exported day after day, would reveal what the exports of that period suppress.
      return [count, SUPPRESSED, SUPPRESSED, SUPPRESSED, SUPPRESSED];
    }
    const compared = summary.complete ? count : figures.compared;
    const bases = [publish(figures.previous, suppressors[1]), publish(figures.yearBefore, suppressors[2])];
    return [count, ...bases.flatMap((base) => [base, computeChange(compared, base)])];
  };
  const rows: [measure: string, ...numbers: Value[]][] = [
    ['Cases', ...buildCells(summary.cases, caseSuppressors)],
    ['Units sold', ...buildCells(summary.unitsSold, unitSuppressors)],
    ['Pathologies with cases', summary.pathologies, null, null, null, null],
    ['Countries with cases', summary.countries, null, null, null, null],
  ];
  return {
    name: 'summary',
    subject: [summary.period],
    country,
    columns: COLUMNS.summary,
    rows: rows.map(([measure, ...numbers]) => [measure, summary.period, summary.until, ...numbers]),
  };
}

/** Computes a change, which is suppressed with either number: it would reveal one from the other. */
function computeChange(count: PublishedCount, base: PublishedCount): Value {
  if (count === SUPPRESSED || base === SUPPRESSED) return SUPPRESSED;
  return base === 0 ? null : (count - base) / base;
}
