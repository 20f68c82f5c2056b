import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { checkoutRoot } from '../../../dev/checkout';
import { MeasuredServer } from './measured-server';
import type { Sample } from './metrics-reader';
import { metricsOf } from './promql';
import { makeAllTraffic } from './traffic';

const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
});

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket', 'info']) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

/** Labels that Prometheus adds to each metric, and its own metric of a job. */
const LABELS_OF_PROMETHEUS = ['job', 'instance'];
const METRICS_OF_PROMETHEUS = ['up'];

const read = (path: string): string => readFileSync(join(checkoutRoot, path), 'utf8');
const { panels } = dashboardSchema.parse(JSON.parse(read('docs/operations/grafana-dashboard.json')));
const { groups } = rulesSchema.parse(parse(read('docs/operations/prometheus-rules.yml')));
const rules = groups.flatMap((group) => group.rules);
const targets = panels.flatMap(({ title, targets }) => targets.map((target) => ({ title, ...target })));

describe('the dashboard and the rules', () => {
  let exported: Map<string, Set<string>>;

  beforeAll(async () => {
    const measured = await MeasuredServer.start({
      CHATBOT_ANONYMOUS_PER_MINUTE: '3',
      DATABASE_LOCK_TIMEOUT_MS: '300',
    });
    try {
      exported = labelsByName(await makeAllTraffic(measured));
    } finally {
      await measured.close();
    }
  }, 120_000);

  /** Returns the metrics and labels of an expression that the platform does not export. */
  function findUnknown(expression: string): string[] {
    return metricsOf(expression)
      .filter(({ name }) => !METRICS_OF_PROMETHEUS.includes(name))
      .flatMap(({ name, labels }) => {
        const known = exported.get(name);
        if (!known) return [name];
        return [...labels]
          .filter((label) => !known.has(label) && !LABELS_OF_PROMETHEUS.includes(label))
          .map((label) => `${name}{${label}}`);
      });
  }

  it.each(targets)('$title: $expr is of exported metrics and labels', ({ expr, legendFormat }) => {
    expect(findUnknown(expr)).toEqual([]);
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
    const grouped = metricsOf(expr).flatMap(({ labels }) => [...labels]);
    expect(shown.filter((label = '') => !grouped.includes(label))).toEqual([]);
  });

  it.each(rules)('$alert: $expr is of exported metrics and labels', ({ expr, annotations }) => {
    expect(findUnknown(expr)).toEqual([]);
    const shown = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
    const known = metricsOf(expr).flatMap(({ name }) => [...(exported.get(name) ?? [])]);
    const all = [...known, ...LABELS_OF_PROMETHEUS];
    expect(shown.filter((label) => !all.includes(label))).toEqual([]);
  });

  it('warn of no percentile of the event loop, which is an average of the processes', () => {
    const used = rules.flatMap(({ expr }) => metricsOf(expr)).map(({ name }) => name);
    expect(used).toContain('nodejs_eventloop_lag_max_seconds');
    expect(used.filter((name) => /^nodejs_eventloop_lag_(?:p\d+|mean)_/.test(name))).toEqual([]);
  });

  it('show every metric of the platform', () => {
    const used = new Set(
      [...targets, ...rules].flatMap(({ expr }) => metricsOf(expr)).map(({ name }) => name),
    );
    const missing = [...exported.keys()]
      .filter((name) => name.startsWith('platform_'))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
      .filter((name) => !['', '_bucket', '_count'].some((end) => used.has(name + end)));
    expect(missing).toEqual([]);
  });

  it('have the metrics that docs/metrics.md lists, and no others of the platform', () => {
    const listed = new Set(
      [...read('docs/metrics.md').matchAll(/`(platform_\w+)`/g)].map(([, name]) => name),
    );
    const names = new Set(
      [...exported.keys()]
        .filter((name) => name.startsWith('platform_'))
        .map((name) => name.replace(/_(bucket|sum|count)$/, '')),
    );
    expect([...listed].sort()).toEqual([...names].sort());
  });
});

describe('the check of expressions', () => {
  it('finds metrics with the labels that select and group them', () => {
    const used = metricsOf('sum by (le, lane) (rate(a_bucket{code="OK"}[5m])) / max(b)');
    expect(used).toEqual([
      { name: 'a_bucket', labels: new Set(['le', 'lane', 'code']) },
      { name: 'b', labels: new Set() },
    ]);
  });

  it.each(['sum by (', 'rate(a[5m]', '{job="x"}'])('refuses %s', (expression) => {
    expect(() => metricsOf(expression)).toThrow();
  });
});

function labelsByName(samples: readonly Sample[]): Map<string, Set<string>> {
  const byName = new Map<string, Set<string>>();
  for (const { name, labels } of samples) {
    const known = byName.get(name) ?? new Set();
    for (const label of Object.keys(labels)) known.add(label);
    byName.set(name, known);
  }
  return byName;
}
