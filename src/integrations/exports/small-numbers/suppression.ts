import { type Flow, FlowNetwork } from './flow-network';

/** Replaces a small count in an export. It means neither zero nor missing. */
export const SUPPRESSED = 'suppressed';

/** A count as an export publishes it. */
export type PublishedCount = number | typeof SUPPRESSED;

/** Adds counts. The sum is suppressed if any of them is: it would reveal that count, since the others are published. */
export function sumPublishedCounts(counts: readonly PublishedCount[]): PublishedCount {
  let sum = 0;
  for (const count of counts) {
    if (count === SUPPRESSED) return SUPPRESSED;
    sum += count;
  }
  return sum;
}

/**
 * Returns the indexes of the flows to suppress. Yields after each small piece of work.
 * These are the values from 1 to less than the threshold, and the smallest others that keep them from being computed from the
 * published values, the sums, and the fact that suppressed values are at least 1. A suppressed value can have another value
 * exactly if it is part of a cycle of suppressed flows that can change together: D. Gusfield, A graph theoretic approach to
 * statistical data security, SIAM J. Comput. 17 (1988). The result depends only on the flows and their order.
 * @param threshold 0 and 1 suppress nothing
 */
export function* findSuppressedFlows(
  flows: readonly Flow[],
  threshold: number,
): Generator<void, ReadonlySet<number>> {
  const network = new FlowNetwork();
  for (const flow of flows) {
    const edge = network.add(flow);
    if (flow.value > 0 && flow.value < threshold) network.suppress(edge);
    yield;
  }
  yield* network.completeCycles();
  return new Set(Array.from(network.suppressed, ({ index }) => index));
}

/** Suppresses a count that differs from the published one: a name can stand for several rows of the totals. */
export function suppressMismatch(count: number, published: PublishedCount): PublishedCount {
  return published === count ? count : SUPPRESSED;
}
