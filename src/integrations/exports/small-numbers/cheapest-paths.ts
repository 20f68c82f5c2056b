import { Heap } from 'heap-js';
import type { Edge, Node } from './components';
import type { Direction, Group } from './group';
import type { StepHeap } from './step-heap';

export interface Path {
  readonly cost: number;
  readonly edges: readonly Edge[];
}

/** A step that a search may take next. */
interface Candidate {
  readonly steps: StepHeap;
  readonly from: Group;
  /** From the first group. */
  readonly cost: number;
}

interface Arrival {
  readonly cost: number;
  /** Undefined for the first group. */
  readonly by: { readonly edge: Edge; readonly from: Group } | undefined;
}

/** One direction of a search, which reaches groups in the order of their costs. Looks at few of the steps of a large group. */
class Search {
  readonly reached = new Map<Group, Arrival>();
  private readonly candidates = new Heap<Candidate>(
    (a, b) => a.cost - b.cost || a.steps.edge.index - b.steps.edge.index,
  );

  constructor(
    private readonly direction: Direction,
    private readonly groupOf: (node: Node) => Group,
    private readonly excluded: Edge,
  ) {}

  /** The least cost of what is not reached. */
  get nextCost(): number {
    return this.candidates.peek()?.cost ?? Infinity;
  }

  reach(group: Group, arrival: Arrival): void {
    this.reached.set(group, arrival);
    this.addCandidate(group.stepsOf(this.direction, this.groupOf), group);
  }

  /** Takes the cheapest step. Returns the group that it reaches, unless it was reached before. */
  advance(): Group | undefined {
    const candidate = this.candidates.pop();
    if (!candidate) return undefined;
    const { steps, from, cost } = candidate;
    this.addCandidate(steps.left, from);
    this.addCandidate(steps.right, from);
    const group = this.groupOf(steps.node);
    if (steps.edge === this.excluded || this.reached.has(group)) return undefined;
    this.reach(group, { cost, by: { edge: steps.edge, from } });
    return group;
  }

  /** Returns the edges by which a group was reached, the last one first. */
  listEdges(group: Group): Edge[] {
    const edges: Edge[] = [];
    for (let by = this.reached.get(group)?.by; by; by = this.reached.get(by.from)?.by) edges.push(by.edge);
    return edges;
  }

  private addCandidate(steps: StepHeap | undefined, from: Group): void {
    if (steps) this.candidates.push({ steps, from, cost: (this.reached.get(from)?.cost ?? 0) + steps.cost });
  }
}

/**
 * Finds cheapest paths by Dijkstra's algorithm from both ends, which ends early if one of them has few steps, as a row of a table has
 * beside a country with thousands of rows.
 */
export class CheapestPaths {
  constructor(
    private readonly groupOf: (node: Node) => Group,
    private readonly excluded: Edge,
  ) {}

  /** Returns the cheapest path. Yields after each step. @param maxCost exclusive */
  *find(
    { start, end }: { readonly start: Group; readonly end: Group },
    maxCost: number,
  ): Generator<void, Path | undefined> {
    const forward = new Search('leaving', this.groupOf, this.excluded);
    const backward = new Search('arriving', this.groupOf, this.excluded);
    forward.reach(start, { cost: 0, by: undefined });
    backward.reach(end, { cost: 0, by: undefined });
    let leastCost = maxCost;
    let meeting: Group | undefined;
    for (let isForward = true; ; isForward = !isForward) {
      // A path that was not found has a group that the search from either end has not reached.
      if (Math.max(forward.nextCost, backward.nextCost) >= leastCost) break;
      const [search, other] = isForward ? [forward, backward] : [backward, forward];
      const group = search.advance();
      yield;
      const rest = group && other.reached.get(group);
      if (!rest) continue;
      const cost = (search.reached.get(group)?.cost ?? 0) + rest.cost;
      if (cost < leastCost) [leastCost, meeting] = [cost, group];
    }
    if (!meeting) return undefined;
    return { cost: leastCost, edges: [...forward.listEdges(meeting), ...backward.listEdges(meeting)] };
  }
}
