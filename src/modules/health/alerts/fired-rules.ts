import type { ALERT_RULES } from './alerts.contract';
import { earsC2 } from './ears-c2';
import type { Expectation } from './expectation';
import { movingEpidemic, type SeasonalModel } from './moving-epidemic';
import { fixedRule } from './notifiable-diseases';
import { seasonalCodes } from './seasonal-diseases';

export type AlertRule = (typeof ALERT_RULES)[number];

/** One pathology's cases of one country by week, oldest first; null where the country reported nothing at all. */
export interface WeeklySeries {
  readonly icd10: string | null;
  readonly counts: readonly (number | null)[];
}

/** A rule that fired for a week, which is an index in the series. */
export interface FiredRule {
  readonly rule: AlertRule;
  readonly week: number;
  readonly count: number;
  readonly expected: number | null;
  readonly threshold: number;
}

/**
 * The rules that fired in the latest weeks of a series, each at most once for a week. A week that is not over counts with what
 * it has so far against the threshold of a whole one: what is over it now stays so, and nothing is guessed.
 *
 * @param latest how many weeks are looked at; all seasonal history ends before them
 */
export function firedRules({ icd10, counts }: WeeklySeries, latest: number): FiredRule[] {
  const first = Math.max(0, counts.length - latest);
  const seasonal = isSeasonal(icd10) ? seasonalModel(counts.slice(0, first)) : undefined;
  const usual = seasonal && ((week: number) => seasonal(week)?.expected);
  return counts.slice(first).flatMap((reported, index) => {
    const [week, count] = [first + index, reported ?? 0];
    const ears = earsC2(counts, week, usual);
    const fixed = fixedRule(icd10, { usual: ears?.expected ?? 0, history: counts.slice(0, first) });
    const expectations: [AlertRule, Expectation | undefined][] = [
      ['ears-c2', ears],
      ['moving-epidemic', seasonal?.(week)],
    ];
    const fired: FiredRule[] = [];
    if (fixed !== undefined && count >= fixed.threshold)
      fired.push({ rule: 'notifiable', week, count, ...fixed });
    for (const [rule, expectation] of expectations) {
      if (expectation !== undefined && count > expectation.threshold)
        fired.push({ rule, week, count, ...expectation });
    }
    return fired;
  });
}

/** Whether the moving epidemic method is applied to a disease. */
export function isSeasonal(icd10: string | null): boolean {
  return icd10 !== null && seasonalCodes.includes(icd10);
}

/** Of years ago it is not known whether a country reported: a week without a case is a zero, from the first case on. */
function seasonalModel(counts: readonly (number | null)[]): SeasonalModel | undefined {
  const start = counts.findIndex((count) => count !== null && count > 0);
  if (start === -1) return undefined;
  const model = movingEpidemic(counts.slice(start).map((count) => count ?? 0));
  return model && ((week) => (week < start ? undefined : model(week - start)));
}
