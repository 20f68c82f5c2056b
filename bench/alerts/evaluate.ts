import { seededRandom } from '../../dev/demo/random';
import { isUsual } from '../../src/modules/health/alerts/endemic-level';
import { type AlertRule, firedRules } from '../../src/modules/health/alerts/fired-rules';
import { scenarios } from './scenarios';
import { draw, EVALUATED_WEEKS, HISTORY_WEEKS, type InventedSeries } from './series';

/** As many as `health.alerts` looks at: what a week has says nothing of the weeks before it. */
const WEEKS_AT_ONCE = 4;

/** What one method, or several together, did with some series. */
export interface Score {
  readonly outbreaks: number;
  /** Shares of the outbreaks. */
  readonly detected: number;
  readonly withinTwoWeeks: number;
  /** Weeks from the first case to the first alert, of the outbreaks that were detected; null where none was. */
  readonly medianDelay: number | null;
  /** Weeks with an alert. */
  readonly alerts: number;
  /** Weeks with an alert and no outbreak, of a series in a year. */
  readonly falseAlertsPerYear: number;
  /** Of the weeks with an alert, the share that has an outbreak; null where there was no alert. */
  readonly positivePredictiveValue: number | null;
}

/** A series, and the rules that fired, by week. */
export interface Run {
  readonly series: InventedSeries;
  /** Without the weeks of notifiable diseases that are usual, which are told last. */
  readonly fired: ReadonlyMap<number, readonly AlertRule[]>;
  /** How many weeks have those and no other alert. */
  readonly usualOnly: number;
}

/**
 * Draws series of each scenario, of which every second has outbreaks, and looks at the evaluated weeks.
 * @param seed the same gives the same series
 * @param each how many series of a scenario
 */
export function runs(seed: number, each = 40): Map<string, Run[]> {
  return new Map(
    scenarios.map((scenario, position) => {
      const random = seededRandom(seed * 1_000 + position);
      const all = Array.from({ length: each }, (_, index) =>
        draw(scenario, random, { withOutbreaks: index % 2 === 0 }),
      );
      return [scenario.name, all.map(run)];
    }),
  );
}

function run(series: InventedSeries): Run {
  const fired = new Map<number, AlertRule[]>();
  const usual = new Set<number>();
  for (let week = HISTORY_WEEKS; week < HISTORY_WEEKS + EVALUATED_WEEKS; week += WEEKS_AT_ONCE) {
    const untilNow = { icd10: series.icd10, counts: series.counts.slice(0, week + WEEKS_AT_ONCE) };
    for (const found of firedRules(untilNow, WEEKS_AT_ONCE)) {
      if (isUsual(found)) usual.add(found.week);
      else fired.set(found.week, [...(fired.get(found.week) ?? []), found.rule]);
    }
  }
  return { series, fired, usualOnly: [...usual].filter((week) => !fired.has(week)).length };
}

/** Weeks of a series and year that have nothing but a notifiable disease as usual. */
export function usualWeeksPerYear(some: readonly Run[]): number {
  const weeks = some.reduce((sum, { usualOnly }) => sum + usualOnly, 0);
  return weeks / some.length / (EVALUATED_WEEKS / 52);
}

/** The score of some rules: an alert is any of them. */
export function scoreOf(some: readonly Run[], rules: readonly AlertRule[]): Score {
  const delays: number[] = [];
  let [outbreaks, truly, falsely] = [0, 0, 0];
  for (const { series, fired } of some) {
    const alerts = [...fired].filter(([, found]) => found.some((rule) => rules.includes(rule)));
    const weeks = alerts.map(([week]) => week);
    outbreaks += series.outbreaks.length;
    for (const { onset, end } of series.outbreaks) {
      const first = weeks.find((week) => week >= onset && week < end);
      if (first !== undefined) delays.push(first - onset);
    }
    const during = weeks.filter((week) =>
      series.outbreaks.some(({ onset, end }) => week >= onset && week < end),
    );
    truly += during.length;
    falsely += weeks.length - during.length;
  }
  const alerts = truly + falsely;
  return {
    outbreaks,
    detected: delays.length / outbreaks,
    withinTwoWeeks: delays.filter((delay) => delay <= 2).length / outbreaks,
    medianDelay: [...delays].sort((a, b) => a - b)[Math.floor(delays.length / 2)] ?? null,
    alerts,
    falseAlertsPerYear: falsely / some.length / (EVALUATED_WEEKS / 52),
    positivePredictiveValue: alerts === 0 ? null : truly / alerts,
  };
}
