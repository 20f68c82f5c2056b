import { isUsual } from '../../../src/modules/health/alerts/endemic-level';
import { CONFIDENCES } from '../../../src/modules/health/alerts/episode-values';
import type { DataOf } from '../queries/queries';

export type Alert = DataOf<'alerts'>['alerts'][number];

export type Severity = 'high' | 'medium' | 'low';

/** The alerts on one pathology, or one series of pathologies, in one country. */
export interface AlertGroup {
  readonly name: string;
  /** For the trend. */
  readonly pathologies: readonly string[];
  readonly country: string;
  readonly severity: Severity;
  /** The latest week first; within a week, the `notifiable` rule first. */
  readonly alerts: readonly Alert[];
  /** Of the latest week: that of the alert with the highest confidence. */
  readonly episode: Alert['episode'];
}

/** An alert of the latest week at or above this multiple of its threshold has at least `medium` severity. */
const MEDIUM_SEVERITY_FACTOR = 2;

/** Groups alerts by country and pathology, most severe first; equal severities keep the order of the alerts. */
export function groupAlerts({ alerts, weeks }: DataOf<'alerts'>): AlertGroup[] {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const key = `${alert.country} ${nameOf(alert)}`;
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
      const { country } = first;
      const name = nameOf(first);
      const pathologies = listPathologies(group);
      const severity = classifySeverity(group, weeks.at(-1));
      return [
        {
          name,
          pathologies,
          country,
          severity,
          alerts: latestFirst,
          episode: findEpisode(first, latestFirst),
        },
      ];
    })
    .sort((a, b) => ranks.indexOf(a.severity) - ranks.indexOf(b.severity));
}

/** Returns the name of what an alert counts. */
export function nameOf({ pathology, series }: Alert): string {
  return series?.name ?? pathology;
}

function listPathologies(alerts: readonly Alert[]): string[] {
  const all = alerts.flatMap(({ pathology, series }) => [
    pathology,
    ...(series?.members ?? []).map((member) => member.pathology),
  ]);
  return [...new Set(all)];
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
