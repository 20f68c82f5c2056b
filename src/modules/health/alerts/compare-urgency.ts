import { isUsual } from './endemic-level';
import type { AlertRule } from './evaluate-rules';

interface Comparable {
  readonly rule: AlertRule;
  readonly week: string;
  readonly count: number;
  readonly expected: number | null;
  readonly threshold: number;
  readonly country: string;
  readonly pathology: string;
}

/**
 * Compares alerts, most urgent first: notifiable diseases, then alerts of statistical methods, then usual weeks of notifiable
 * diseases. Within each, the latest week first, then the highest ratio of count to threshold.
 */
export function compareUrgency(a: Comparable, b: Comparable): number {
  return (
    rank(a) - rank(b) ||
    compare(b.week, a.week) ||
    b.count / b.threshold - a.count / a.threshold ||
    compare(a.country, b.country) ||
    compare(a.pathology, b.pathology) ||
    compare(a.rule, b.rule)
  );
}

function rank(alert: Comparable): number {
  if (alert.rule !== 'notifiable') return 1;
  return isUsual(alert) ? 2 : 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
