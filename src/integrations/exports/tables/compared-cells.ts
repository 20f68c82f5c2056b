import type { CountryScope } from '../../../shared/country';
import type { StatisticsService } from '../../../modules/health';
import type { Value } from './export-table';
import { rateCells } from './rate-cells';
import type { Suppressor } from '../small-numbers/small-numbers.service';
import { type PublishedCount, SUPPRESSED } from '../small-numbers/suppression';

type Summary = Awaited<ReturnType<StatisticsService['getSummary']>>;

interface ComparisonOptions {
  readonly compared: Pick<Summary, 'complete' | 'population'>;
  readonly country: CountryScope;
  readonly isSuppressing: boolean;
  /** For the period, the previous one and the one a year before, in this order. */
  readonly suppressors: readonly Suppressor[];
  /** Of the pathology; all of them if absent. */
  readonly key?: string;
}

/** Returns the cells of a count, its comparisons and its rate. */
export function comparedCells(
  figures: Pick<Summary['cases'], 'count' | 'compared' | 'previous' | 'yearBefore'>,
  { compared: { complete, population }, country, isSuppressing, suppressors, key }: ComparisonOptions,
): Value[] {
  const publish = (count: number, suppress: Suppressor | undefined): PublishedCount =>
    count === 0 ? 0 : (suppress?.(count, { key, country }) ?? SUPPRESSED);
  const count = publish(figures.count, suppressors[0]);
  const rate = rateCells(count, population);
  if (isSuppressing && !complete) {
    // Part of an earlier period, exported day after day, would reveal what the exports of that period suppress.
    return [count, SUPPRESSED, SUPPRESSED, SUPPRESSED, SUPPRESSED, ...rate];
  }
  const compared = complete ? count : figures.compared;
  const bases = [publish(figures.previous, suppressors[1]), publish(figures.yearBefore, suppressors[2])];
  return [count, ...bases.flatMap((base) => [base, computeChange(compared, base)]), ...rate];
}

/** Computes a change, which is suppressed with either number: it would reveal one from the other. */
function computeChange(count: PublishedCount, base: PublishedCount): Value {
  if (count === SUPPRESSED || base === SUPPRESSED) return SUPPRESSED;
  return base === 0 ? null : (count - base) / base;
}
