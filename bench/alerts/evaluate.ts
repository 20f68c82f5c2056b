import { createRandom } from '../../dev/demo/random';
import { isUsual } from '../../src/modules/health/alerts/endemic-level';
import { describeEpisode } from '../../src/modules/health/alerts/episode';
import { CONFIDENCES, type Confidence } from '../../src/modules/health/alerts/episode-values';
import {
  type AlertRule,
  type FiredRule,
  listFiredRules,
} from '../../src/modules/health/alerts/evaluate-rules';
import { scenarios } from './scenarios';
import { drawSeries, EVALUATED_WEEKS, HISTORY_WEEKS, type SyntheticSeries } from './series';

/** Weeks that each evaluation covers, as in `health.alerts`. */
const WEEKS_PER_EVALUATION = 4;

/** The performance of one or more methods on some series. */
export interface Score {
  readonly outbreaks: number;
  /** Share of the outbreaks with an alert. */
  readonly detected: number;
  /** Share of the outbreaks with an alert in the first two weeks. */
  readonly withinTwoWeeks: number;
  /** Weeks from first case to first alert of detected outbreaks; null if none was detected. */
  readonly medianDelay: number | null;
  /** Weeks with an alert. */
  readonly alerts: number;
  /** Weeks with an alert and no outbreak, per series and year. */
  readonly falseAlertsPerYear: number;
  /** Share of the weeks with an alert that have an outbreak; null without alerts. */
  readonly positivePredictiveValue: number | null;
}

/** A series with the rules that fired in each week. */
export interface Evaluation {
  readonly series: SyntheticSeries;
  /** Without alerts for the usual level of a notifiable disease. */
  readonly fired: ReadonlyMap<number, readonly AlertRule[]>;
  /** The highest confidence of the alerts of each week. */
  readonly confidences: ReadonlyMap<number, Confidence>;
  /** Number of weeks with only such alerts. */
  readonly usualWeekCount: number;
}

/**
 * Draws series of each scenario, every second one with outbreaks, and evaluates them.
 * @param seed the same seed gives the same series
 * @param count series for each scenario
 */
export function evaluateScenarios(seed: number, count = 40): Map<string, Evaluation[]> {
  return new Map(
    scenarios.map((scenario, scenarioIndex) => {
      const random = createRandom(seed * 1_000 + scenarioIndex);
      const series = Array.from({ length: count }, (_, index) =>
        drawSeries(scenario, random, { withOutbreaks: index % 2 === 0 }),
      );
      return [scenario.name, series.map((one) => evaluateSeries(one))];
    }),
  );
}

/** The weeks of a series in which alerts are evaluated. */
interface EvaluatedSpan {
  readonly start: number;
  /** The week after the last one. */
  readonly end: number;
}

const SYNTHETIC_SPAN: EvaluatedSpan = { start: HISTORY_WEEKS, end: HISTORY_WEEKS + EVALUATED_WEEKS };

/** Evaluates a series as `health.alerts` does, four weeks at a time. */
export function evaluateSeries(series: SyntheticSeries, { start, end }: EvaluatedSpan = SYNTHETIC_SPAN) {
  const fired = new Map<number, AlertRule[]>();
  const confidences = new Map<number, Confidence>();
  const usual = new Set<number>();
  for (let week = start; week < end; week += WEEKS_PER_EVALUATION) {
    for (const { confidence, ...found } of evaluateUntil(series, week + WEEKS_PER_EVALUATION)) {
      if (isUsual(found)) {
        usual.add(found.week);
        continue;
      }
      fired.set(found.week, [...(fired.get(found.week) ?? []), found.rule]);
      const highest = CONFIDENCES.find((one) => one === confidence || one === confidences.get(found.week));
      confidences.set(found.week, highest ?? confidence);
    }
  }
  const usualWeekCount = [...usual].filter((week) => !fired.has(week)).length;
  return { series, fired, confidences, usualWeekCount } satisfies Evaluation;
}

/** Returns the alerts of the weeks of one evaluation, which ends before a week. */
function evaluateUntil(
  { icd10, counts }: SyntheticSeries,
  end: number,
): (FiredRule & { confidence: Confidence })[] {
  const known = { icd10, counts: counts.slice(0, end) };
  const fired = listFiredRules(known, WEEKS_PER_EVALUATION);
  const episodes = { counts: known.counts, fired, wholeWeeks: end };
  return fired
    .filter(({ week }) => week >= end - WEEKS_PER_EVALUATION)
    .map((found) => ({ ...found, confidence: describeEpisode(found, episodes).confidence }));
}

/** Returns the weeks whose alerts have a confidence, and the share of them that have an outbreak. */
export function scoreOfConfidence(evaluations: readonly Evaluation[], confidence: Confidence) {
  const weeks = evaluations.flatMap(({ series, confidences }) =>
    [...confidences]
      .filter(([, one]) => one === confidence)
      .map(([week]) => series.outbreaks.some(({ onset, end }) => week >= onset && week < end)),
  );
  return { alerts: weeks.length, positivePredictiveValue: weeks.filter(Boolean).length / weeks.length };
}

/** Returns the weeks per series and year whose only alerts are for the usual level of a notifiable disease. */
export function usualWeeksPerYear(evaluations: readonly Evaluation[]): number {
  const weeks = evaluations.reduce((sum, { usualWeekCount }) => sum + usualWeekCount, 0);
  return weeks / evaluations.length / (EVALUATED_WEEKS / 52);
}

/** Returns the score of some rules together: each of them gives an alert. */
export function scoreOf(evaluations: readonly Evaluation[], rules: readonly AlertRule[]): Score {
  const delays: number[] = [];
  let [outbreakCount, trueAlerts, falseAlerts] = [0, 0, 0];
  for (const { series, fired } of evaluations) {
    const alerts = [...fired].filter(([, found]) => found.some((rule) => rules.includes(rule)));
    const weeks = alerts.map(([week]) => week);
    outbreakCount += series.outbreaks.length;
    for (const { onset, end } of series.outbreaks) {
      const first = weeks.find((week) => week >= onset && week < end);
      if (first !== undefined) delays.push(first - onset);
    }
    const during = weeks.filter((week) =>
      series.outbreaks.some(({ onset, end }) => week >= onset && week < end),
    );
    trueAlerts += during.length;
    falseAlerts += weeks.length - during.length;
  }
  const alerts = trueAlerts + falseAlerts;
  return {
    outbreaks: outbreakCount,
    detected: delays.length / outbreakCount,
    withinTwoWeeks: delays.filter((delay) => delay <= 2).length / outbreakCount,
    medianDelay: [...delays].sort((a, b) => a - b)[Math.floor(delays.length / 2)] ?? null,
    alerts,
    falseAlertsPerYear: falseAlerts / evaluations.length / (EVALUATED_WEEKS / 52),
    positivePredictiveValue: alerts === 0 ? null : trueAlerts / alerts,
  };
}
