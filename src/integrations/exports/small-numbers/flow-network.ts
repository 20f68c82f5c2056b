import { Heap } from 'heap-js';
import { type Edge, findComponents, type Node } from './components';

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

interface Path {
  readonly cost: number;
  readonly edges: readonly Edge[];
}

/** Flows, some of them suppressed. Long searches are generators, which yield after each node. */
export class FlowNetwork {
  readonly suppressed = new Set<Edge>();
  private readonly suppressedEnds = new Set<Node>();
  private readonly nodes = new Map<string, Node>();
  private edgeCount = 0;

  add({ from, to, value }: Flow): Edge {
    const edge = { index: this.edgeCount, from: this.findOrAddNode(from), to: this.findOrAddNode(to), value };
    this.edgeCount += 1;
    addSteps(edge, 'steps');
    return edge;
  }

  suppress(edge: Edge): void {
    if (this.suppressed.has(edge)) return;
    this.suppressed.add(edge);
    addSteps(edge, 'suppressedSteps');
    this.suppressedEnds.add(edge.from).add(edge.to);
    edge.from.suppressedEdges.push({ edge, to: edge.to });
    edge.to.suppressedEdges.push({ edge, to: edge.from });
  }

  /**
   * Returns whether a suppressed edge is on a cycle of suppressed steps, for all edges at once: a cycle stays within nodes that
   * reach each other, and an edge among them is on one unless it alone connects two parts (F. Boesch and R. Tindell, Robbins's
   * theorem for mixed multigraphs, Amer. Math. Monthly 87 (1980)).
   */
  *findCycles(): Generator<void, (edge: Edge) => boolean> {
    const connected = yield* findComponents(this.suppressedEnds, 'suppressedSteps');
    const unseparated = yield* findComponents(this.suppressedEnds, 'suppressedEdges', connected);
    return ({ from, to }) => unseparated.get(from) === unseparated.get(to);
  }

  /** Suppresses the smallest values that complete a cycle through a suppressed edge. */
  *completeCycle(edge: Edge): Generator<void, void> {
    const { from, to, value } = edge;
    const path = yield* this.findCheapestPath({ start: to, end: from, excluded: edge }, Infinity);
    // The value can also become smaller, unless it is 1: 0 is published.
    const reverse =
      value >= 2
        ? yield* this.findCheapestPath({ start: from, end: to, excluded: edge }, path?.cost ?? Infinity)
        : undefined;
    for (const each of (reverse ?? path)?.edges ?? []) this.suppress(each);
  }

  /** Runs Dijkstra's algorithm. A published edge costs its value, a suppressed one nothing. @param maxCost exclusive */
  private *findCheapestPath(
    { start, end, excluded }: { readonly start: Node; readonly end: Node; readonly excluded: Edge },
    maxCost: number,
  ): Generator<void, Path | undefined> {
    const costs = new Map([[start, 0]]);
    /** The least cost of a path to the end, so far. */
    let leastCost = maxCost;
    const arrivals = new Map<Node, { edge: Edge; previous: Node }>();
    const done = new Set<Node>();
    // Ordered by node, too, so that the choice between equal costs depends only on the flows.
    const pending = new Heap<{ node: Node; cost: number }>(
      (a, b) => a.cost - b.cost || a.node.index - b.node.index,
    );
    pending.push({ node: start, cost: 0 });
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { node, cost } = next;
      if (node === end) return { cost, edges: followBack(end, arrivals) };
      if (done.has(node)) continue;
      done.add(node);
      for (const { edge, to } of node.steps) {
        if (edge === excluded || done.has(to)) continue;
        const costOfStep = cost + (this.suppressed.has(edge) ? 0 : edge.value);
        if (costOfStep >= leastCost || costOfStep >= (costs.get(to) ?? Infinity)) continue;
        if (to === end) leastCost = costOfStep;
        costs.set(to, costOfStep);
        arrivals.set(to, { edge, previous: node });
        pending.push({ node: to, cost: costOfStep });
      }
      yield;
    }
    return undefined;
  }

  private findOrAddNode(name: string): Node {
    let node = this.nodes.get(name);
    if (!node) {
      node = { index: this.nodes.size, steps: [], suppressedSteps: [], suppressedEdges: [] };
      this.nodes.set(name, node);
    }
    return node;
  }
}

/** Adds the step along an edge (its value grows) and against it (its value shrinks, which 1 cannot: 0 is published). */
function addSteps(edge: Edge, kind: 'steps' | 'suppressedSteps'): void {
  const { from, to, value } = edge;
  if (value >= 1) from[kind].push({ edge, to });
  if (value >= 2) to[kind].push({ edge, to: from });
}

function followBack(end: Node, arrivals: ReadonlyMap<Node, { edge: Edge; previous: Node }>): Edge[] {
  const edges: Edge[] = [];
  for (let step = arrivals.get(end); step; step = arrivals.get(step.previous)) edges.push(step.edge);
  return edges;
}
