import { CONFIDENCES } from '../../../src/modules/health/alerts/episode-values';
import { SEVERITIES, type Severity, classifySeverity } from '../../../src/modules/health/alerts/severity';
import type { DataOf } from '../queries/queries';
import { alertIdentity } from '../alert-identity';

export type Alert = DataOf<'alerts'>['alerts'][number];

/** The alerts on one pathology, or one series of pathologies, in one country. */
export interface AlertGroup {
  /** The same in every language. */
  readonly id: string;
  readonly name: string;
  /** For the trend: names that are the same in every language. */
  readonly pathologies: readonly string[];
  readonly country: string;
  readonly severity: Severity;
  /** The latest week first; within a week, the `notifiable` rule first. */
  readonly alerts: readonly Alert[];
  /** Of the latest week: that of the alert with the highest confidence. */
  readonly episode: Alert['episode'];
}

/** Groups alerts by country and pathology, most severe first; equal severities keep the order of the alerts. */
export function groupAlerts({ alerts, weeks }: DataOf<'alerts'>): AlertGroup[] {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const key = `${alert.country} ${alertIdentity(alert)}`;
    groups.set(key, [...(groups.get(key) ?? []), alert]);
  }
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
          id: alertIdentity(first),
          name,
          pathologies,
          country,
          severity,
          alerts: latestFirst,
          episode: findEpisode(first, latestFirst),
        },
      ];
    })
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/** Returns the name of what an alert counts. */
export function nameOf({ pathology, series }: Alert): string {
  return series?.name ?? pathology;
}

function listPathologies(alerts: readonly Alert[]): string[] {
  const all = alerts
    .flatMap((alert) => [alert, ...(alert.series?.members ?? [])])
    .map(({ pathology, englishName = pathology }) => englishName);
  return [...new Set(all)];
}

function findEpisode(first: Alert, latestFirst: readonly Alert[]): Alert['episode'] {
  const episodes = latestFirst
    .filter(({ week }) => week === latestFirst[0]?.week)
    .map(({ episode }) => episode)
    .sort((a, b) => CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence));
  return episodes[0] ?? first.episode;
}

function isNotifiable({ rule }: Alert): boolean {
  return rule === 'notifiable';
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
