import { createRandom, type Random } from '../../dev/demo/random';
import { findSeries, hasOwnLimit } from '../../src/modules/health/alerts/disease-series';
import type { AlertRule } from '../../src/modules/health/alerts/evaluate-rules';
import { type Evaluation, evaluateSeries } from './evaluate';
import { drawSeries, type Scenario, type SyntheticSeries } from './series';

/** Meningitis as health workers record it, by code, with the share of the cases. */
const SHARES: Readonly<Record<string, number>> = { 'G03.9': 0.5, 'G00.9': 0.3, 'A39.0': 0.2 };

const SCENARIO: Scenario = {
  name: 'meningitis under three codes',
  icd10: 'A39.0',
  usualMean: () => 4,
  dispersion: 8,
  outbreakHeights: [6, 12, 40],
  heightUnit: 'cases',
};

const RULES_OF_SUM = findSeries('G03.9')?.rulesOf ?? '';

const SERIES_COUNT = 40;

/** Evaluates outbreaks that are spread over codes: each code alone, and as `health.alerts` does. */
export function evaluateSplitSeries(seed: number): { alone: Evaluation[]; together: Evaluation[] } {
  const random = createRandom(seed);
  const drawn = Array.from({ length: SERIES_COUNT }, (_, index) =>
    drawSeries(SCENARIO, random, { withOutbreaks: index % 2 === 0 }),
  );
  const split = drawn.map((series) => splitByCode(series, random).map((one) => evaluateSeries(one)));
  const sums = drawn.map((series) => evaluateSeries({ ...series, icd10: RULES_OF_SUM }));
  const limits = split.map((parts) =>
    parts.filter(({ series }) => hasOwnLimit(series.icd10)).map(keepLimits),
  );
  return {
    alone: split.map(joinEvaluations),
    together: sums.map((sum, index) => joinEvaluations([sum, ...(limits[index] ?? [])])),
  };
}

/** Leaves the alerts by a fixed rule. */
function keepLimits(evaluation: Evaluation): Evaluation {
  const fired = [...evaluation.fired].filter(([, rules]) => rules.includes('notifiable'));
  return { ...evaluation, fired: new Map(fired.map(([week]) => [week, ['notifiable']])) };
}

function splitByCode(series: SyntheticSeries, random: Random): SyntheticSeries[] {
  const codes = Object.entries(SHARES);
  const parts = new Map(codes.map(([code]) => [code, series.counts.map(() => 0)]));
  for (const [week, count] of series.counts.entries()) {
    for (let left = count ?? 0; left > 0; left -= 1) {
      let at = random();
      const [code = ''] = codes.find(([, share]) => (at -= share) < 0) ?? codes.at(-1) ?? [];
      const part = parts.get(code);
      if (part) part[week] = (part[week] ?? 0) + 1;
    }
  }
  return [...parts].map(([icd10, counts]) => ({ ...series, icd10, counts }));
}

/** Joins the alerts of the codes of one country. */
function joinEvaluations(evaluations: readonly Evaluation[]): Evaluation {
  const [first] = evaluations;
  if (!first) throw new TypeError('a series has no codes');
  const fired = new Map<number, AlertRule[]>();
  for (const each of evaluations)
    for (const [week, rules] of each.fired) fired.set(week, [...(fired.get(week) ?? []), ...rules]);
  return { ...first, fired };
}
