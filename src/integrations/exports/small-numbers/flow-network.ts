import { type Edge, findComponents, type Node } from './components';
import { CycleGroups } from './cycle-groups';

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

/** Flows, some of them suppressed. Long searches are generators, which yield after each step. */
export class FlowNetwork {
  readonly suppressed = new Set<Edge>();
  private readonly suppressedEnds = new Set<Node>();
  private readonly nodes = new Map<string, Node>();
  private readonly edges: Edge[] = [];

  add({ from, to, value }: Flow): Edge {
    const edge = {
      index: this.edges.length,
      from: this.findOrAddNode(from),
      to: this.findOrAddNode(to),
      value,
    };
    this.edges.push(edge);
    return edge;
  }

  suppress(edge: Edge): void {
    if (this.suppressed.has(edge)) return;
    this.suppressed.add(edge);
    const { from, to, value } = edge;
    // Along the edge (its value grows), and against it (its value shrinks, which 1 cannot: 0 is published).
    if (value >= 1) from.suppressedSteps.push({ edge, to });
    if (value >= 2) to.suppressedSteps.push({ edge, to: from });
    this.suppressedEnds.add(from).add(to);
    from.suppressedEdges.push({ edge, to });
    to.suppressedEdges.push({ edge, to: from });
  }

  /**
   * Suppresses the smallest values that complete cycles through all suppressed edges.
   *
   * A suppressed edge is on a cycle of suppressed steps if a cycle stays within nodes that reach each other, and it does not alone
   * connect two parts of them (F. Boesch and R. Tindell, Robbins's theorem for mixed multigraphs, Amer. Math. Monthly 87 (1980)).
   */
  *completeCycles(): Generator<void, void> {
    const connected = yield* findComponents(this.suppressedEnds, 'suppressedSteps');
    const unseparated = yield* findComponents(this.suppressedEnds, 'suppressedEdges', connected);
    const groups = new CycleGroups(unseparated);
    const incomplete: Edge[] = [];
    for (const edge of this.suppressed) {
      if (!groups.isOnCycle(edge)) incomplete.push(edge);
      yield;
    }
    if (incomplete.length === 0) return;
    for (const edge of this.edges) {
      groups.addEdge(edge, this.suppressed.has(edge) ? 0 : edge.value);
      yield;
    }
    // One pass is enough: a cycle protects all of its flows, and more suppression never makes a value computable.
    for (const edge of incomplete) {
      yield;
      if (!groups.isOnCycle(edge)) yield* this.completeCycle(edge, groups);
    }
  }

  private *completeCycle(edge: Edge, groups: CycleGroups): Generator<void, void> {
    const { from, to, value } = edge;
    const path = yield* groups.findPath({ from: to, to: from }, edge, Infinity);
    // The value can also become smaller, unless it is 1: 0 is published.
    const reverse =
      value >= 2 ? yield* groups.findPath({ from, to }, edge, path?.cost ?? Infinity) : undefined;
    const edges = (reverse ?? path)?.edges;
    if (!edges) return;
    for (const each of edges) this.suppress(each);
    groups.addCycle([edge, ...edges]);
  }

  private findOrAddNode(name: string): Node {
    let node = this.nodes.get(name);
    if (!node) {
      node = { index: this.nodes.size, suppressedSteps: [], suppressedEdges: [] };
      this.nodes.set(name, node);
    }
    return node;
  }
}
