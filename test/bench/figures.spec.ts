import { compareWithTargets } from '../../bench/comparison/report';
import { replaceBetweenMarks } from '../../bench/comparison/document';
import { type Measurement, PathResult } from '../../bench/comparison/measure';
import { type BenchPath } from '../../bench/comparison/paths';
import { percentile } from '../../bench/load/plan';
import { buildCallTree, sharesByOrigin } from '../../bench/flame/call-tree';
import { formatFlameGraph } from '../../bench/flame/flame-graph';

const rounds = (...requestsPerSecond: number[]): Measurement[] =>
  requestsPerSecond.map((each) => ({
    requestsPerSecond: each,
    p50Ms: 1,
    p99Ms: 1,
    nodeMs: 1,
    postgresMs: 1,
    residentMb: 1,
  }));

const path: BenchPath = {
  name: 'auth.me',
  title: '`auth.me`',
  connections: 32,
  contestants: ['bare', 'ours'],
  requests: [],
  ownFields: [],
  hasModel: false,
};

describe('the figures of the benchmark', () => {
  it('take the median of the ratios of neighbouring rounds', () => {
    // The machine is half as fast in the second round.
    const result = new PathResult(
      path,
      new Map([
        ['bare', rounds(100, 50, 90)],
        ['ours', rounds(300, 150, 240)],
      ]),
    );
    expect(result.ratioOf('ours', 'bare')).toBe(3);
    expect(compareWithTargets(result)).toEqual([{ against: 'bare', ratio: 2.6, measured: 3 }]);
  });

  it('have percentiles of sorted values', () => {
    const values = Float64Array.from({ length: 100 }, (_none, index) => index + 1);
    expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)]).toEqual([
      51, 100, 100,
    ]);
    expect(percentile(new Float64Array(), 0.5)).toBe(0);
  });

  it('replace those of the last run and nothing else', () => {
    expect(replaceBetweenMarks('a\n<!-- x -->\n\nold\n\n<!-- /x -->\nb\n', 'x', 'new')).toBe(
      'a\n<!-- x -->\n\nnew\n\n<!-- /x -->\nb\n',
    );
    expect(() => replaceBetweenMarks('a\n<!-- x -->\n', 'x', 'new')).toThrow('does not have the marks of x');
  });
});

describe('the flame graph', () => {
  const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 1 });
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 3, 4] },
      { id: 2, callFrame: frame('(idle)') },
      { id: 3, callFrame: frame('record', 'file:///app/dist/src/modules/recording.js'), children: [5] },
      { id: 4, callFrame: frame('record', 'file:///app/dist/src/modules/recording.js'), children: [6] },
      { id: 5, callFrame: frame('query', 'file:///app/node_modules/@scope/pg/lib/<client>.js') },
      { id: 6, callFrame: frame('query', 'file:///app/node_modules/@scope/pg/lib/<client>.js') },
    ],
    samples: [2, 3, 5, 6],
    timeDeltas: [1_000_000, 100, 200, 100],
  };

  it('adds the times of the same calls and leaves out the time in which the process waited', () => {
    expect(sharesByOrigin(buildCallTree(profile))).toEqual([
      ['@scope/pg', 0.75],
      ['src/modules/recording', 0.25],
    ]);
  });

  it('draws each call once, with its share', () => {
    const svg = formatFlameGraph(buildCallTree(profile), 'a & b');
    expect(svg).toContain('a &amp; b');
    expect(svg.match(/<title>/g)).toHaveLength(3);
    expect(svg).toContain('<title>query, @scope/pg: 75.0 %</title>');
  });
});
