import type { ALERT_RULES } from './alerts.contract';
import { computeEarsC2, EARS_WEEKS } from './ears-c2';
import type { Expectation } from './expectation';
import { fitMovingEpidemic, type SeasonalModel } from './moving-epidemic';
import { findFixedRule } from './notifiable-diseases';
import { seasonalCodes } from './seasonal-diseases';

/** So many weeks with alerts one after another leave the baseline. One alone may be chance, and would bring more of its kind. */
const OUTBREAK_WEEKS = 3;

export type AlertRule = (typeof ALERT_RULES)[number];

/** Cases of one pathology in one country. */
export interface WeeklySeries {
  readonly icd10: string | null;
  /** By week, oldest first; null if the country reported nothing. */
  readonly counts: readonly (number | null)[];
}

export interface FiredRule {
  readonly rule: AlertRule;
  /** Index in the series. */
  readonly week: number;
  readonly count: number;
  readonly expected: number | null;
  readonly threshold: number;
}

/**
 * Returns the rules that fire in the latest weeks of a series and in the year before them, in which episodes begin, each at most
 * once for a week. Earlier weeks are compared with the season and the usual level of which the latest weeks are, too. The current
 * week has only its cases so far, compared with the threshold of a whole week: an alert is never withdrawn, and nothing is
 * extrapolated.
 *
 * @param latest number of weeks that are evaluated; the seasonal history ends before them
 */
export function listFiredRules({ icd10, counts }: WeeklySeries, latest: number): FiredRule[] {
  const first = Math.max(0, counts.length - latest);
  const start = Math.max(0, first - EARS_WEEKS);
  const history = counts.slice(0, first);
  const seasonal = isSeasonal(icd10) ? fitSeasonalModel(history) : undefined;
  const expectations = predictByEars(counts, start, seasonal);
  return counts.slice(start).flatMap((reported, index) => {
    const [week, count] = [start + index, reported ?? 0];
    const ears = expectations.get(week);
    const fixed = findFixedRule(icd10, { usual: ears?.expected ?? 0, history });
    const methods: [AlertRule, Expectation | undefined][] = [
      ['ears-c2', ears],
      ['moving-epidemic', seasonal?.(week)],
    ];
    const fired: FiredRule[] = [];
    if (fixed !== undefined && count >= fixed.threshold)
      fired.push({ rule: 'notifiable', week, count, ...fixed });
    for (const [rule, expectation] of methods) {
      if (expectation !== undefined && count > expectation.threshold)
        fired.push({ rule, week, count, ...expectation });
    }
    return fired;
  });
}

/** Returns the expectations of EARS C2 from a week on. Weeks of an outbreak leave the baseline of later weeks. */
function predictByEars(
  counts: readonly (number | null)[],
  start: number,
  seasonal: SeasonalModel | undefined,
): Map<number, Expectation | undefined> {
  const usual = seasonal && ((week: number) => seasonal(week)?.expected);
  const alarmed = new Set<number>();
  let run: readonly number[] = [];
  const expectations = new Map<number, Expectation | undefined>();
  for (let week = start; week < counts.length; week += 1) {
    const ears = computeEarsC2(counts, week, { usual, alarmed });
    expectations.set(week, ears);
    run = ears !== undefined && (counts[week] ?? 0) > ears.threshold ? [...run, week] : [];
    if (run.length >= OUTBREAK_WEEKS) for (const one of run) alarmed.add(one);
  }
  return expectations;
}

/** Whether the moving epidemic method is applied to a disease. */
export function isSeasonal(icd10: string | null): boolean {
  return icd10 !== null && seasonalCodes.includes(icd10);
}

/**
 * Starts at the first case. From then on, weeks without a case count as 0, because it is unknown which weeks of earlier years
 * were reported.
 */
function fitSeasonalModel(counts: readonly (number | null)[]): SeasonalModel | undefined {
  const start = counts.findIndex((count) => count !== null && count > 0);
  if (start === -1) return undefined;
  const model = fitMovingEpidemic(counts.slice(start).map((count) => count ?? 0));
  return model && ((week) => (week < start ? undefined : model(week - start)));
}
