import type { CountryCode } from '../../../shared/country';
import { groupBy } from '../../../shared/groups';
import type { Alert } from '../alerts/alert';
import { diseaseOf } from '../alerts/disease-series';

/** What identifies the acts on an episode. */
export interface Episode {
  readonly country: CountryCode;
  readonly disease: string;
  /** First week of its alerts. */
  readonly since: string;
  /** Its latest week with an alert. */
  readonly week: string;
}

/**
 * Returns the episode of each alert. Alerts of a country and disease belong to one episode if their weeks overlap, also those of
 * a sum and of a member with its own limit, which can begin in different weeks.
 */
export function mapEpisodes<Listed extends Alert>(alerts: readonly Listed[]): Map<Listed, Episode> {
  const episodes = new Map<Listed, Episode>();
  for (const ofDisease of groupBy(alerts, (alert) => `${alert.country} ${diseaseOf(alert)}`).values()) {
    for (const overlapping of groupOverlapping(ofDisease)) {
      const episode = joinWeeks(overlapping);
      for (const alert of overlapping) if (episode) episodes.set(alert, episode);
    }
  }
  return episodes;
}

/** Groups the alerts on a disease whose weeks overlap, also by way of another alert. */
function groupOverlapping<Listed extends Alert>(alerts: readonly Listed[]): Listed[][] {
  const groups: Listed[][] = [];
  let end = '';
  for (const alert of alerts.toSorted((one, other) => compareWeeks(one.episode.since, other.episode.since))) {
    const group = groups.at(-1);
    if (group && alert.episode.since <= end) group.push(alert);
    else groups.push([alert]);
    if (alert.week > end) end = alert.week;
  }
  return groups;
}

/** @param alerts by first week */
function joinWeeks(alerts: readonly Alert[]): Episode | undefined {
  const [first] = alerts;
  const week = alerts
    .map((alert) => alert.week)
    .toSorted(compareWeeks)
    .at(-1);
  if (!first || week === undefined) return undefined;
  return { country: first.country, disease: diseaseOf(first), since: first.episode.since, week };
}

function compareWeeks(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
