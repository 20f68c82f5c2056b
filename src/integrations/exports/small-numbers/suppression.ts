/** What stands in an export for a number that is withheld: neither zero nor nothing. */
export const SUPPRESSED = 'suppressed';

/** A number as it may leave the ministry. */
export type Released = number | typeof SUPPRESSED;

/** A sum with a withheld number in it is withheld too: the others are shown elsewhere, and the sum would tell it. */
export function sumOf(numbers: readonly Released[]): Released {
  let sum = 0;
  for (const number of numbers) {
    if (number === SUPPRESSED) return SUPPRESSED;
    sum += number;
  }
  return sum;
}

/**
 * A published number, as a flow between two sums. Numbers that flow into a sum add up to those that flow out of it, so that a
 * cell leads from its row to its column, a row's total from the sum of all rows to the row, and so on.
 */
export interface Flow {
  readonly from: string;
  readonly to: string;
  /** A whole number; zeros are shown, and tell nothing of anybody. */
  readonly value: number;
}

/** Where a flow leads that touches a sum, seen from that sum. */
interface Step {
  readonly flow: number;
  readonly to: number;
}

/**
 * The numbers to withhold: those from 1 to less than the threshold, and further ones, the smallest that do, until no withheld
 * number can be computed from the shown ones, the sums and the fact that withheld numbers are at least 1. (A withheld
 * number can be another one exactly if some of the withheld ones can grow and shrink by turns along a ring of sums that it is
 * part of: D. Gusfield, A graph theoretic approach to statistical data security, SIAM J. Comput. 17 (1988).) The
 * same numbers in the same order are always answered in the same way.
 * @param threshold 0 and 1 withhold nothing
 * @returns positions in `flows`
 */
export function suppressed(flows: readonly Flow[], threshold: number): ReadonlySet<number> {
  const network = new Network(flows);
  flows.forEach(({ value }, index) => {
    if (value > 0 && value < threshold) network.withhold(index);
  });
  // Withholding more never makes a number computable that was not, and a ring protects all that it is made of.
  for (const index of [...network.withheld]) {
    if (network.isComputable(index)) network.protect(index);
  }
  return network.withheld;
}

class Network {
  readonly withheld = new Set<number>();
  private readonly ends: readonly (readonly [from: number, to: number])[];
  private readonly steps: Step[][] = [];
  private readonly withheldSteps: Step[][] = [];
  private readonly values: readonly number[];
  /** The walk in which each sum was seen last. */
  private readonly seenIn: Int32Array;
  private walk = 0;

  constructor(flows: readonly Flow[]) {
    const sums = new Map<string, number>();
    const sumOf = (name: string): number => {
      const known = sums.get(name) ?? sums.size;
      sums.set(name, known);
      return known;
    };
    this.values = flows.map(({ value }) => value);
    this.ends = flows.map(({ from, to }) => [sumOf(from), sumOf(to)]);
    this.steps = Array.from(sums, () => []);
    this.withheldSteps = Array.from(sums, () => []);
    this.seenIn = new Int32Array(sums.size);
    this.values.forEach((_value, index) => {
      this.addSteps(index, this.steps);
    });
  }

  withhold(index: number): void {
    if (this.withheld.has(index)) return;
    this.withheld.add(index);
    this.addSteps(index, this.withheldSteps);
  }

  /** Whether a withheld number follows from all that is shown. */
  isComputable(index: number): boolean {
    const [from, to] = this.endsOf(index);
    if (this.leadsTo(to, from, index)) return false;
    return this.valueOf(index) < 2 || !this.leadsTo(from, to, index);
  }

  /** Withholds the smallest numbers that close a ring around a withheld one. */
  protect(index: number): void {
    const [from, to] = this.endsOf(index);
    const ways = [this.cheapest(to, from, index)];
    if (this.valueOf(index) >= 2) ways.push(this.cheapest(from, to, index));
    const [way] = ways.filter((found) => found !== undefined).sort((a, b) => a.cost - b.cost);
    for (const flow of way?.flows ?? []) this.withhold(flow);
  }

  /** A step along a flow lets it grow, one against it lets it shrink, which a 1 cannot: zeros are shown. */
  private addSteps(index: number, steps: readonly Step[][]): void {
    const [from, to] = this.endsOf(index);
    const value = this.valueOf(index);
    if (value >= 1) steps[from]?.push({ flow: index, to });
    if (value >= 2) steps[to]?.push({ flow: index, to: from });
  }

  /** Walks in depth, from each sum to one not seen yet: this is asked for every withheld number. */
  private leadsTo(start: number, end: number, without: number): boolean {
    this.walk += 1;
    const left = [start];
    for (let sum = left.pop(); sum !== undefined; sum = left.pop()) {
      if (sum === end) return true;
      for (const { flow, to } of this.withheldSteps[sum] ?? []) {
        if (flow === without || this.seenIn[to] === this.walk) continue;
        this.seenIn[to] = this.walk;
        left.push(to);
      }
    }
    return false;
  }

  /** Dijkstra's algorithm, where each number still shown costs what it is. */
  private cheapest(
    start: number,
    end: number,
    without: number,
  ): { cost: number; flows: number[] } | undefined {
    const costs = this.steps.map(() => Infinity);
    const reached = new Map<number, { flow: number; before: number }>();
    const done = new Set<number>();
    costs[start] = 0;
    for (;;) {
      const sum = nearest(costs, done);
      if (sum === undefined) return undefined;
      if (sum === end) break;
      done.add(sum);
      for (const { flow, to } of this.steps[sum] ?? []) {
        if (flow === without || done.has(to)) continue;
        const cost = (costs[sum] ?? 0) + (this.withheld.has(flow) ? 0 : this.valueOf(flow));
        if (cost >= (costs[to] ?? 0)) continue;
        costs[to] = cost;
        reached.set(to, { flow, before: sum });
      }
    }
    const flows: number[] = [];
    for (let step = reached.get(end); step; step = reached.get(step.before)) flows.push(step.flow);
    return { cost: costs[end] ?? 0, flows };
  }

  private endsOf(index: number): readonly [from: number, to: number] {
    const ends = this.ends[index];
    if (!ends) throw new RangeError(`there is no number ${index}`);
    return ends;
  }

  private valueOf(index: number): number {
    return this.values[index] ?? 0;
  }
}

function nearest(costs: readonly number[], done: ReadonlySet<number>): number | undefined {
  let found: number | undefined;
  let least = Infinity;
  costs.forEach((cost, sum) => {
    if (cost >= least || done.has(sum)) return;
    least = cost;
    found = sum;
  });
  return found;
}
