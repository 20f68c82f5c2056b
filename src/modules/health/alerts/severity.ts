import type { AlertRule } from './evaluate-rules';
import { isUsual } from './endemic-level';

/** How urgent the alerts on one disease in one country are, most urgent first. */
export const SEVERITIES = ['high', 'medium', 'low'] as const;

export type Severity = (typeof SEVERITIES)[number];

interface Rated {
  readonly rule: AlertRule;
  readonly week: string;
  readonly count: number;
  readonly expected: number | null;
  readonly threshold: number;
}

/** An alert of the latest week at or above this multiple of its threshold has at least `medium` severity. */
const MEDIUM_SEVERITY_FACTOR = 2;

/**
 * Returns the severity of alerts on one disease in one country, from those with unusual counts: `high` if one is notifiable; `medium`
 * if, in the latest week, one is far above its threshold or two rules fired; else `low`.
 */
export function classifySeverity(alerts: readonly Rated[], latestWeek: string | undefined): Severity {
  const unusual = alerts.filter((alert) => !isUsual(alert));
  if (unusual.some(({ rule }) => rule === 'notifiable')) return 'high';
  const latest = unusual.filter(({ week }) => week === latestWeek);
  const isFarAbove = latest.some(({ count, threshold }) => count >= MEDIUM_SEVERITY_FACTOR * threshold);
  return isFarAbove || new Set(latest.map(({ rule }) => rule)).size > 1 ? 'medium' : 'low';
}
