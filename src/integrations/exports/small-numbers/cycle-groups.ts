import type { Edge, Node } from './components';
import { CheapestPaths, type Path } from './cheapest-paths';
import { Group } from './group';
import { heapOf } from './step-heap';

/**
 * Groups of nodes that cycles of suppressed steps connect. Two cycles with a node in common are one group: its nodes reach each other,
 * also without any one of the edges. So a cycle that is added takes time by its length, and no search of the whole network.
 */
export class CycleGroups {
  private readonly groups = new Map<Node, Group>();

  /** @param components of the nodes, by `findComponents` */
  constructor(private readonly components: ReadonlyMap<Node, Node>) {}

  groupOf = (node: Node): Group => {
    const representative = this.components.get(node) ?? node;
    let group = this.groups.get(representative);
    if (!group) {
      group = new Group();
      this.groups.set(representative, group);
    }
    return group.current;
  };

  /** Returns whether a suppressed edge is known to be on a cycle. */
  isOnCycle({ from, to }: Edge): boolean {
    return this.groupOf(from) === this.groupOf(to);
  }

  /** Adds the steps along an edge and against it, as far as its value can change. @param cost of suppressing it */
  addEdge(edge: Edge, cost: number): void {
    const { from, to, value } = edge;
    if (this.isOnCycle(edge)) return;
    if (value >= 1) this.addStep(edge, { from, to }, cost);
    if (value >= 2) this.addStep(edge, { from: to, to: from }, cost);
  }

  /** Returns the cheapest path from a node to another that does not use an edge. @param maxCost exclusive */
  findPath(ends: Ends, excluded: Edge, maxCost: number): Generator<void, Path | undefined> {
    const [start, end] = [this.groupOf(ends.from), this.groupOf(ends.to)];
    return new CheapestPaths(this.groupOf, excluded).find({ start, end }, maxCost);
  }

  /** Makes the nodes of a cycle one group. */
  addCycle(edges: readonly Edge[]): void {
    const [first] = edges;
    for (const { from, to } of edges)
      for (const node of [from, to]) if (first) this.groupOf(first.from).merge(this.groupOf(node));
  }

  private addStep(edge: Edge, { from, to }: Ends, cost: number): void {
    this.groupOf(from).addStep('leaving', heapOf(edge, to, cost));
    this.groupOf(to).addStep('arriving', heapOf(edge, from, cost));
  }
}

interface Ends {
  readonly from: Node;
  readonly to: Node;
}
