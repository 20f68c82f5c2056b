export interface Edge {
  /** Position among the flows. */
  readonly index: number;
  readonly from: Node;
  readonly to: Node;
  readonly value: number;
}

export interface Node {
  readonly index: number;
  readonly suppressedSteps: Step[];
  /** Both directions of each suppressed edge, also those in which its value cannot change. */
  readonly suppressedEdges: Step[];
}

/** A direction in which an edge can be followed from a node. */
export interface Step {
  readonly edge: Edge;
  readonly to: Node;
}

interface Visit {
  readonly node: Node;
  /** The edge by which the search came to the node; undefined for the first node. */
  readonly arrival: Edge | undefined;
  readonly order: number;
  /** The first visit that the node and those after it reach. */
  lowest: number;
  nextStep: number;
}

/**
 * Returns the components of a network, each as its node that was visited first: R. Tarjan, Depth-first search and linear graph
 * algorithms, SIAM J. Comput. 1 (1972). The nodes of a component reach each other. Yields after each node.
 * @param kind the steps to follow
 * @param within components of another search: the steps stay within them and are undirected, and the nodes of a component must
 * also reach each other without any one of its edges
 */
export function* findComponents(
  nodes: Iterable<Node>,
  kind: 'suppressedSteps' | 'suppressedEdges',
  within?: ReadonlyMap<Node, Node>,
): Generator<void, ReadonlyMap<Node, Node>> {
  const components = new Map<Node, Node>();
  const visits = new Map<Node, Visit>();
  /** Visited nodes whose component is not complete. */
  const open: Node[] = [];
  const path: Visit[] = [];
  const enter = (node: Node, arrival?: Edge): void => {
    const visit = { node, arrival, order: visits.size, lowest: visits.size, nextStep: 0 };
    visits.set(node, visit);
    open.push(node);
    path.push(visit);
  };
  for (const start of nodes) {
    if (!visits.has(start)) enter(start);
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const step = visit.node[kind][visit.nextStep];
      visit.nextStep += 1;
      if (!step) {
        leave(visit);
        yield;
        continue;
      }
      const { edge, to } = step;
      if (components.has(to)) continue;
      if (within && (edge === visit.arrival || within.get(to) !== within.get(visit.node))) continue;
      const visited = visits.get(to);
      if (visited) visit.lowest = Math.min(visit.lowest, visited.order);
      else enter(to, edge);
    }
  }
  return components;

  function leave({ node, order, lowest }: Visit): void {
    path.pop();
    const previous = path.at(-1);
    if (previous) previous.lowest = Math.min(previous.lowest, lowest);
    if (lowest < order) return;
    for (let member = open.pop(); member; member = member === node ? undefined : open.pop())
      components.set(member, node);
  }
}
