import type { AlertRule } from './fired-rules';

interface Comparable {
  readonly rule: AlertRule;
  readonly week: string;
  readonly count: number;
  readonly threshold: number;
  readonly country: string;
  readonly pathology: string;
}

/** Most urgent first: notifiable diseases, then the latest week, then how far the count is over its threshold. */
export function byUrgency(a: Comparable, b: Comparable): number {
  return (
    Number(b.rule === 'notifiable') - Number(a.rule === 'notifiable') ||
    compare(b.week, a.week) ||
    b.count / b.threshold - a.count / a.threshold ||
    compare(a.country, b.country) ||
    compare(a.pathology, b.pathology) ||
    compare(a.rule, b.rule)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
