import { per100000, type Population } from '../../../modules/health';
import { type PublishedCount, SUPPRESSED } from '../small-numbers/suppression';
import type { Value } from './export-table';

/**
 * Returns the cells of a count's rate and of the year of the population; both are empty if that is unknown. The population is
 * public, so that a rate reveals its count: it is computed from what is published, and suppressed with it.
 */
export function rateCells(count: PublishedCount, population: Population | null): Value[] {
  if (!population) return [null, null];
  return [count === SUPPRESSED ? SUPPRESSED : per100000(count, population), population.year];
}

/** Returns the cells of a count and of its rate. */
export function withRate(count: PublishedCount, population: Population | null): Value[] {
  return [count, ...rateCells(count, population)];
}
