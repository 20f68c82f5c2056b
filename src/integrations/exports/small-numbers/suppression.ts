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
 * A number as an edge of a flow network. The nodes are sums, and at each of them the inflow equals the outflow.
 * For example, a cell is an edge from its row to its column, a row's total an edge from the sum of all rows to that row.
 */
export interface Flow {
  readonly from: string;
  readonly to: string;
  /** A whole number, at least 0. Zeros are always published. */
  readonly value: number;
}

/** A direction in which a flow can be followed from a node. */
interface Step {
  readonly flow: number;
  readonly to: number;
}

/**
 * Returns the indexes of the flows to suppress.
 * These are the values from 1 to less than the threshold, and the smallest others that keep them from being computed from the
 * published values, the sums, and the fact that suppressed values are at least 1. A suppressed value can have another value
 * exactly if it is part of a cycle of suppressed flows that can change together: D. Gusfield, A graph theoretic approach to
 * statistical data security, SIAM J. Comput. 17 (1988). The result depends only on the flows and their order.
 * @param threshold 0 and 1 suppress nothing
 */
export function findSuppressedFlows(flows: readonly Flow[], threshold: number): ReadonlySet<number> {
  const network = new Network(flows);
  flows.forEach(({ value }, index) => {
    if (value > 0 && value < threshold) network.suppress(index);
  });
  // One pass is enough: a cycle protects all of its flows, and more suppression never makes a value computable.
  for (const index of [...network.suppressed]) {
    if (network.isComputable(index)) network.protect(index);
  }
  return network.suppressed;
}

class Network {
  readonly suppressed = new Set<number>();
  private readonly endpoints: readonly (readonly [from: number, to: number])[];
  private readonly steps: Step[][] = [];
  private readonly suppressedSteps: Step[][] = [];
  private readonly values: readonly number[];
  /** The last search that visited each node. */
  private readonly lastVisit: Int32Array;
  private searches = 0;

  constructor(flows: readonly Flow[]) {
    const nodes = new Map<string, number>();
    const findOrAddNode = (name: string): number => {
      const node = nodes.get(name) ?? nodes.size;
      nodes.set(name, node);
      return node;
    };
    this.values = flows.map(({ value }) => value);
    this.endpoints = flows.map(({ from, to }) => [findOrAddNode(from), findOrAddNode(to)]);
    this.steps = Array.from(nodes, () => []);
    this.suppressedSteps = Array.from(nodes, () => []);
    this.lastVisit = new Int32Array(nodes.size);
    this.values.forEach((_value, index) => {
      this.addSteps(index, this.steps);
    });
  }

  suppress(index: number): void {
    if (this.suppressed.has(index)) return;
    this.suppressed.add(index);
    this.addSteps(index, this.suppressedSteps);
  }

  /** Returns whether a suppressed value follows from the published ones. */
  isComputable(index: number): boolean {
    const [from, to] = this.getEndpoints(index);
    if (this.hasSuppressedPath(to, from, index)) return false;
    return this.getValue(index) < 2 || !this.hasSuppressedPath(from, to, index);
  }

  /** Suppresses the smallest values that complete a cycle through a suppressed flow. */
  protect(index: number): void {
    const [from, to] = this.getEndpoints(index);
    const paths = [this.findCheapestPath(to, from, index)];
    if (this.getValue(index) >= 2) paths.push(this.findCheapestPath(from, to, index));
    const [cheapest] = paths.filter((path) => path !== undefined).sort((a, b) => a.cost - b.cost);
    for (const flow of cheapest?.flows ?? []) this.suppress(flow);
  }

  /** Adds the step along a flow (its value grows) and against it (its value shrinks, which 1 cannot: 0 is published). */
  private addSteps(index: number, steps: readonly Step[][]): void {
    const [from, to] = this.getEndpoints(index);
    const value = this.getValue(index);
    if (value >= 1) steps[from]?.push({ flow: index, to });
    if (value >= 2) steps[to]?.push({ flow: index, to: from });
  }

  /** Searches depth-first, which is fast: it runs for every suppressed value. */
  private hasSuppressedPath(start: number, end: number, excludedFlow: number): boolean {
    this.searches += 1;
    const pending = [start];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (node === end) return true;
      for (const { flow, to } of this.suppressedSteps[node] ?? []) {
        if (flow === excludedFlow || this.lastVisit[to] === this.searches) continue;
        this.lastVisit[to] = this.searches;
        pending.push(to);
      }
    }
    return false;
  }

  /** Runs Dijkstra's algorithm. A published flow costs its value, a suppressed one nothing. */
  private findCheapestPath(
    start: number,
    end: number,
    excludedFlow: number,
  ): { cost: number; flows: number[] } | undefined {
    const costs = this.steps.map(() => Infinity);
    const arrivals = new Map<number, { flow: number; previous: number }>();
    const done = new Set<number>();
    costs[start] = 0;
    for (;;) {
      const node = findNearestNode(costs, done);
      if (node === undefined) return undefined;
      if (node === end) break;
      done.add(node);
      for (const { flow, to } of this.steps[node] ?? []) {
        if (flow === excludedFlow || done.has(to)) continue;
        const cost = (costs[node] ?? 0) + (this.suppressed.has(flow) ? 0 : this.getValue(flow));
        if (cost >= (costs[to] ?? 0)) continue;
        costs[to] = cost;
        arrivals.set(to, { flow, previous: node });
      }
    }
    const flows: number[] = [];
    for (let step = arrivals.get(end); step; step = arrivals.get(step.previous)) flows.push(step.flow);
    return { cost: costs[end] ?? 0, flows };
  }

  private getEndpoints(index: number): readonly [from: number, to: number] {
    const endpoints = this.endpoints[index];
    if (!endpoints) throw new RangeError(`no flow has the index ${index}`);
    return endpoints;
  }

  private getValue(index: number): number {
    return this.values[index] ?? 0;
  }
}

function findNearestNode(costs: readonly number[], done: ReadonlySet<number>): number | undefined {
  let nearest: number | undefined;
  let leastCost = Infinity;
  costs.forEach((cost, node) => {
    if (cost >= leastCost || done.has(node)) return;
    leastCost = cost;
    nearest = node;
  });
  return nearest;
}
