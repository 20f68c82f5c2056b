import { isUsual } from '../../../src/modules/health/alerts/endemic-level';
import type { DataOf } from '../queries/queries';

export type Alert = DataOf<'alerts'>['alerts'][number];

export type Severity = 'high' | 'medium' | 'low';

/** The alerts on one pathology in one country. */
export interface AlertGroup {
  readonly pathology: string;
  readonly country: string;
  readonly severity: Severity;
  /** The latest week first; within a week, the `notifiable` rule first. */
  readonly alerts: readonly Alert[];
}

/** From this multiple of the threshold on, an alert has at least `medium` severity. */
const MEDIUM_SEVERITY_FACTOR = 2;

/** Groups alerts by country and pathology, most severe first; equal severities keep the order of the alerts. */
export function groupAlerts({ alerts, weeks }: DataOf<'alerts'>): AlertGroup[] {
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
        (one, other) =>
          compareTexts(other.week, one.week) || Number(isNotifiable(other)) - Number(isNotifiable(one)),
      );
      const severity = severityOf(group, weeks.at(-1));
      return [{ pathology: first.pathology, country: first.country, severity, alerts: latestFirst }];
    })
    .sort((one, other) => ranks.indexOf(one.severity) - ranks.indexOf(other.severity));
}

/**
 * Returns `high` for a notifiable disease, and `medium` for two rules or a count far above the threshold in the latest
 * week. Counts that are usual in the country are ignored.
 */
function severityOf(alerts: readonly Alert[], latestWeek: string | undefined): Severity {
  const unusual = alerts.filter((alert) => !isUsual(alert));
  if (unusual.some(isNotifiable)) return 'high';
  const latest = unusual.filter(({ week }) => week === latestWeek);
  const isFarAbove = latest.some(({ count, threshold }) => count >= MEDIUM_SEVERITY_FACTOR * threshold);
  return isFarAbove || new Set(latest.map(({ rule }) => rule)).size > 1 ? 'medium' : 'low';
}

function isNotifiable({ rule }: Alert): boolean {
  return rule === 'notifiable';
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
