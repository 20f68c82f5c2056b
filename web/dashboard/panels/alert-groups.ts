import { isUsual } from '../../../src/modules/health/alerts/endemic-level';
import type { DataOf } from '../answers/questions';

export type Alert = DataOf<'alerts'>['alerts'][number];

export type Severity = 'high' | 'medium' | 'low';

/** What there is to say about one pathology in one country. */
export interface AlertGroup {
  readonly pathology: string;
  readonly country: string;
  readonly severity: Severity;
  /** The latest week first, and in a week the fixed rule before what the week is compared with. */
  readonly alerts: readonly Alert[];
}

/** A count this many times its threshold is looked into, and not only watched. */
const FAR_OVER = 2;

/** Groups alerts by country and pathology, in the order in which the most urgent of each group came. */
export function groupsOf({ alerts, weeks }: DataOf<'alerts'>): AlertGroup[] {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const key = `${alert.country} ${alert.pathology}`;
    groups.set(key, [...(groups.get(key) ?? []), alert]);
  }
  const ranks: readonly Severity[] = ['high', 'medium', 'low'];
  return [...groups.values()]
    .flatMap((group): AlertGroup[] => {
      const [first] = group;
      if (!first) return [];
      const latestFirst = group.toSorted(
        (one, other) => compare(other.week, one.week) || isFixed(other) - isFixed(one),
      );
      const severity = severityOf(group, weeks.at(-1));
      return [{ pathology: first.pathology, country: first.country, severity, alerts: latestFirst }];
    })
    .sort((one, other) => ranks.indexOf(one.severity) - ranks.indexOf(other.severity));
}

/**
 * A notifiable disease is acted on, unless the country usually has as much of it; two rules that agree on the latest week, or
 * a count far over one, are looked into.
 */
function severityOf(alerts: readonly Alert[], latestWeek: string | undefined): Severity {
  const unusual = alerts.filter((alert) => !isUsual(alert));
  if (unusual.some(({ rule }) => rule === 'notifiable')) return 'high';
  const latest = unusual.filter(({ week }) => week === latestWeek);
  const farOver = latest.some(({ count, threshold }) => count >= FAR_OVER * threshold);
  return farOver || new Set(latest.map(({ rule }) => rule)).size > 1 ? 'medium' : 'low';
}

function isFixed({ rule }: Alert): number {
  return Number(rule === 'notifiable');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
