import { z } from 'zod';
import { type NamedPeriod, PERIOD_KINDS, type PeriodKind, countPeriods, parsePeriod } from './period';

export const yearSchema = z
  .int({ error: (issue) => (issue.input === undefined ? undefined : 'expected a year as a whole number') })
  .min(1000, 'expected a year of four digits')
  .max(9999, 'expected a year of four digits');

export const monthSchema = z
  .int({ error: 'expected a month as a whole number from 1 to 12' })
  .min(1, 'expected a month from 1 to 12')
  .max(12, 'expected a month from 1 to 12');

/** The name of a year, a quarter, a month or an ISO week. */
export const periodSchema = periodOfKinds(
  PERIOD_KINDS,
  'expected a year, a quarter, a month or an ISO week, such as 2026, 2026-Q1, 2026-03 or 2026-W11',
);

/** The name of a month or an ISO week, as the start or end of a range. */
export const monthOrWeekSchema = periodOfKinds(
  ['month', 'week'],
  'expected a month or an ISO week, such as 2026-03 or 2026-W11',
);

export const weekSchema = periodOfKinds(['week'], 'expected an ISO week such as 2026-W11');

/** Longest range: ten years of weeks. */
export const MAX_PERIODS = 530;

/** Returns the problem of a range for the caller; undefined if it is valid. */
export function describeRangeProblem(from: NamedPeriod, to: NamedPeriod): string | undefined {
  if (from.kind !== to.kind) return `expected a ${from.kind}, as from is one`;
  const count = countPeriods(from, to);
  if (count <= 0) return 'must not be before from';
  if (count > MAX_PERIODS) return `expected at most ${MAX_PERIODS} ${from.kind}s from first to last`;
  return undefined;
}

function periodOfKinds(kinds: readonly PeriodKind[], message: string) {
  return z.string().transform((name, context): NamedPeriod => {
    const period = parsePeriod(name);
    if (period && kinds.includes(period.kind)) return period;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}
