import type { Edge, Node } from './components';

/**
 * A leftist heap of steps, the cheapest first: C. Crane, Linear lists and priority queues as balanced binary trees (1972). It never
 * changes, so that searches can follow it while others merge it.
 */
export interface StepHeap {
  readonly edge: Edge;
  /** The other end of the edge. */
  readonly node: Node;
  readonly cost: number;
  /** Steps to the nearest empty heap. */
  readonly rank: number;
  readonly left: StepHeap | undefined;
  readonly right: StepHeap | undefined;
}

export function heapOf(edge: Edge, node: Node, cost: number): StepHeap {
  return { edge, node, cost, rank: 1, left: undefined, right: undefined };
}

/** Takes time by the logarithm of the sizes. */
export function mergeHeaps(one: StepHeap | undefined, other: StepHeap | undefined): StepHeap | undefined {
  if (!one || !other) return one ?? other;
  const [first, second] = isBefore(one, other) ? [one, other] : [other, one];
  const merged = mergeHeaps(first.right, second);
  const isInPlace = rankOf(first.left) >= rankOf(merged);
  const [left, right] = isInPlace ? [first.left, merged] : [merged, first.left];
  return { ...first, left, right, rank: rankOf(right) + 1 };
}

/** Ordered by edge, too, so that the choice between equal costs depends only on the flows. */
export function isBefore(one: StepHeap, other: StepHeap): boolean {
  return one.cost === other.cost ? one.edge.index < other.edge.index : one.cost < other.cost;
}

function rankOf(heap: StepHeap | undefined): number {
  return heap?.rank ?? 0;
}
