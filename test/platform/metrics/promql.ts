import { parser } from '@prometheus-io/lezer-promql';

/** A metric with the labels by which an expression selects or groups it. */
export interface UsedMetric {
  readonly name: string;
  readonly labels: ReadonlySet<string>;
}

/**
 * Returns the metrics that an expression uses.
 * @throws Error if it is no PromQL
 */
export function metricsOf(expression: string): UsedMetric[] {
  // Variables of Grafana stand for durations.
  const text = expression.replaceAll('$__rate_interval', '5m');
  const used: { name: string; labels: Set<string> }[] = [];
  /** Labels of the aggregations around the current node; null for other nodes. */
  const groupings: (Set<string> | null)[] = [];
  const tree = parser.parse(text);
  tree.iterate({
    enter: ({ name, from, to, node, type }) => {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${text}`);
      const isAggregation = name === 'AggregateExpr';
      const modifier = isAggregation ? node.getChild('AggregateModifier')?.getChild('GroupingLabels') : null;
      groupings.push(
        isAggregation
          ? new Set(modifier?.getChildren('LabelName').map((label) => text.slice(label.from, label.to)))
          : null,
      );
      if (name === 'VectorSelector') {
        const identifier = node.getChild('Identifier');
        if (!identifier) throw new Error(`a selector without a metric: ${text.slice(from, to)}`);
        const labels = groupings.flatMap((grouping) => [...(grouping ?? [])]);
        used.push({ name: text.slice(identifier.from, identifier.to), labels: new Set(labels) });
      }
      if (name === 'UnquotedLabelMatcher') {
        const label = node.getChild('LabelName');
        if (label) used.at(-1)?.labels.add(text.slice(label.from, label.to));
      }
    },
    leave: () => {
      groupings.pop();
    },
  });
  return used;
}
