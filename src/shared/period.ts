import { z } from 'zod';
import { type NamedPeriod, PERIOD_KINDS, type PeriodKind, parsePeriod, periodsBetween } from './calendar';

export const yearSchema = z
  .int({ error: (issue) => (issue.input === undefined ? undefined : 'expected a year as a whole number') })
  .min(1000, 'expected a year of four digits')
  .max(9999, 'expected a year of four digits');

export const monthSchema = z
  .int({ error: 'expected a month as a whole number from 1 to 12' })
  .min(1, 'expected a month from 1 to 12')
  .max(12, 'expected a month from 1 to 12');

/** A period by its name: a year, a quarter, a month or an ISO week. */
export const periodSchema = periodOfKinds(
  PERIOD_KINDS,
  'expected a year, a quarter, a month or an ISO week, such as 2026, 2026-Q1, 2026-03 or 2026-W11',
);

/** A month or an ISO week by its name, as an end of a range. */
export const monthOrWeekSchema = periodOfKinds(
  ['month', 'week'],
  'expected a month or an ISO week, such as 2026-03 or 2026-W11',
);

export const weekSchema = periodOfKinds(['week'], 'expected an ISO week such as 2026-W11');

/** The most periods that a range may have: ten years of weeks. */
export const LONGEST_RANGE = 530;

/** Says what is wrong with the ends of a range; undefined where they make one. */
export function rangeProblem(from: NamedPeriod, to: NamedPeriod): string | undefined {
  if (from.kind !== to.kind) return `expected a ${from.kind}, as from is one`;
  const count = periodsBetween(from, to).length;
  if (count === 0) return 'must not be before from';
  if (count > LONGEST_RANGE) return `expected at most ${LONGEST_RANGE} ${from.kind}s from first to last`;
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
