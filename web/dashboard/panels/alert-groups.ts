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
  /** Of the latest week: that of the alert with the highest confidence. */
  readonly episode: Alert['episode'];
}

/** Highest first. */
const CONFIDENCES: readonly Alert['episode']['confidence'][] = ['high', 'moderate', 'low'];

/** An alert of the latest week at or above this multiple of its threshold has at least `medium` severity. */
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
        (a, b) => compareTexts(b.week, a.week) || Number(isNotifiable(b)) - Number(isNotifiable(a)),
      );
      const { pathology, country } = first;
      const severity = classifySeverity(group, weeks.at(-1));
      return [
        { pathology, country, severity, alerts: latestFirst, episode: findEpisode(first, latestFirst) },
      ];
    })
    .sort((a, b) => ranks.indexOf(a.severity) - ranks.indexOf(b.severity));
}

function findEpisode(first: Alert, latestFirst: readonly Alert[]): Alert['episode'] {
  const episodes = latestFirst
    .filter(({ week }) => week === latestFirst[0]?.week)
    .map(({ episode }) => episode)
    .sort((a, b) => CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence));
  return episodes[0] ?? first.episode;
}

/**
 * Returns the severity of a group, from its alerts with unusual counts: `high` if one is notifiable; `medium` if, in the
 * latest week, one is far above its threshold or two rules fired; else `low`.
 */
function classifySeverity(alerts: readonly Alert[], latestWeek: string | undefined): Severity {
  const unusual = alerts.filter((alert) => !isUsual(alert));
  if (unusual.some(isNotifiable)) return 'high';
  const latest = unusual.filter(({ week }) => week === latestWeek);
  const isFarAbove = latest.some(({ count, threshold }) => count >= MEDIUM_SEVERITY_FACTOR * threshold);
  return isFarAbove || new Set(latest.map(({ rule }) => rule)).size > 1 ? 'medium' : 'low';
}

function isNotifiable({ rule }: Alert): boolean {
  return rule === 'notifiable';
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
