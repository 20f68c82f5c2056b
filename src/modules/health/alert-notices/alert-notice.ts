import { isCatalogueName } from '../../../shared/catalogue-names/catalogue-names';
import type { CountryCode } from '../../../shared/country';
import { groupBy } from '../../../shared/groups';
import type { Alert } from '../alerts/alert';
import type { FoundAlerts } from '../alerts/alerts.service';
import { diseaseOf } from '../alerts/disease-series';
import { isUsual } from '../alerts/endemic-level';
import { isSingleCase } from '../alerts/notifiable-diseases';
import { classifySeverity } from '../alerts/severity';

/** Severities that are reported to receivers, most urgent first. */
export const REPORTED_SEVERITIES = ['high', 'medium'] as const;

type ReportedSeverity = (typeof REPORTED_SEVERITIES)[number];

/** The alerts on one disease in one country, for receivers. */
export interface AlertNotice {
  readonly country: CountryCode;
  /** English name of the pathology, or of the series that is counted together. The same for all alerts of an episode. */
  readonly disease: string;
  readonly severity: ReportedSeverity;
  /** Of the latest week with more cases than usual. */
  readonly alert: Alert;
}

/** A notice for a receiver that has not got it. */
export interface NewNotice extends AlertNotice {
  /** Counts the episodes of the same first week: more than 1 if the cases of an earlier one were voided. */
  readonly occurrence: number;
}

/** The latest episode of a disease in a country that was reported. */
export interface ReportedEpisode {
  readonly country: CountryCode;
  readonly disease: string;
  readonly since: string;
  /** Latest week with an alert. */
  readonly lastWeek: string;
  /** The highest that was reported of the episode. */
  readonly severity: ReportedSeverity;
  /** Whether one case is an alert. */
  readonly isSingleCase: boolean;
  /** As in `NewNotice`. */
  readonly occurrence: number;
  /** Whether its cases were voided after it was reported. */
  readonly isWithdrawn: boolean;
}

/** A reported episode as it was read. */
export interface StoredEpisode extends ReportedEpisode {
  /** Whether it was reported or withdrawn before the alerts were looked for, so that these can say that it is no more, or is again. */
  readonly isOlderThanSearch: boolean;
}

/**
 * Returns a notice for each disease and country with alerts. Left out are those of low severity, and pathologies that are not of the
 * catalogue: everyone who may record could have any text sent.
 */
export function listNotices({ weeks, alerts }: FoundAlerts): AlertNotice[] {
  const reported = alerts.filter(
    (alert) => !isUsual(alert) && isCatalogueName('pathologies', alert.pathology),
  );
  const diseases = groupBy(reported, (alert) => keyOf({ ...alert, disease: diseaseOf(alert) }));
  return [...diseases.values()]
    .flatMap((group): AlertNotice[] => {
      const [alert] = group.toSorted((a, b) => Number(a.week < b.week) - Number(a.week > b.week));
      const severity = classifySeverity(group, weeks.at(-1));
      if (!alert || severity === 'low') return [];
      return [{ country: alert.country, disease: diseaseOf(alert), severity, alert }];
    })
    .sort((a, b) => compareSeverity(a.severity, b.severity));
}

/**
 * Returns the episodes that are withdrawn now: no alert of them is left, although their latest week is one of those that were
 * looked at, so their cases were voided. Only of diseases of which one case is an alert: other alerts may be an hour old, or of the
 * rules of another release.
 */
export function listWithdrawn(
  { weeks, alerts }: FoundAlerts,
  stored: readonly StoredEpisode[],
): ReportedEpisode[] {
  const alerted = new Set(alerts.map((alert) => keyOf({ ...alert, disease: diseaseOf(alert) })));
  const withdrawn = stored.filter(
    (episode) =>
      episode.isSingleCase &&
      episode.isOlderThanSearch &&
      !episode.isWithdrawn &&
      weeks.includes(episode.lastWeek) &&
      !alerted.has(keyOf(episode)),
  );
  return withdrawn.map((episode) => ({ ...episode, isWithdrawn: true }));
}

/**
 * Returns what to send to a receiver, and the episodes that are then changed.
 * @param stored what was reported to the receiver
 * @param limit of notices; the others are new the next time
 */
export function planReport(
  found: FoundAlerts,
  stored: readonly StoredEpisode[],
  limit: number,
): { readonly notices: readonly NewNotice[]; readonly changed: readonly ReportedEpisode[] } {
  const reported = new Map(stored.map((episode) => [keyOf(episode), episode]));
  const latest = listNotices(found).filter((notice) => !isOutdated(reported.get(keyOf(notice))));
  const all = latest.map((notice) => {
    const before = reported.get(keyOf(notice));
    return { notice, before, after: afterReport(notice, before), isNew: isNew(notice, before) };
  });
  const sent = all.filter((each) => each.isNew).slice(0, limit);
  const later = new Set(all.filter((each) => each.isNew).slice(limit));
  const changed = all.filter((each) => !later.has(each) && !(each.before && isSame(each.before, each.after)));
  return {
    notices: sent.map(({ notice, after: { occurrence } }) => ({ ...notice, occurrence })),
    changed: changed.map(({ after }) => after),
  };
}

/** Whether another process has found an episode withdrawn since the alerts were looked for: these still have its voided cases. */
function isOutdated(before: StoredEpisode | undefined): boolean {
  return before !== undefined && before.isWithdrawn && !before.isOlderThanSearch;
}

/** Identifies what an episode is of. */
function keyOf({ country, disease }: Pick<ReportedEpisode, 'country' | 'disease'>): string {
  return `${country} ${disease}`;
}

/** Returns whether a notice has to be reported: a new episode, or one that has become more severe. */
export function isNew(notice: AlertNotice, before: ReportedEpisode | undefined): boolean {
  return !isSameEpisode(notice, before) || compareSeverity(notice.severity, before.severity) < 0;
}

/** Returns the reported episode after a notice, which was reported now or before. */
export function afterReport(notice: AlertNotice, before: ReportedEpisode | undefined): ReportedEpisode {
  const { country, disease, severity, alert } = notice;
  const after = {
    country,
    disease,
    since: alert.episode.since,
    lastWeek: alert.week,
    severity,
    isSingleCase: isSingleCase(alert),
    occurrence: before?.isWithdrawn ? before.occurrence + 1 : 1,
    isWithdrawn: false,
  };
  if (!isSameEpisode(notice, before)) return after;
  const highest = compareSeverity(before.severity, severity) < 0 ? before.severity : severity;
  // Cases of earlier weeks that are recorded late must not make the latest episode new again.
  const latest = before.lastWeek > alert.week ? before : after;
  return { ...latest, severity: highest, occurrence: before.occurrence };
}

/** Whether a notice is about the reported episode, or an earlier one. Its first week can move: cases are recorded late. */
function isSameEpisode(
  { alert }: AlertNotice,
  before: ReportedEpisode | undefined,
): before is ReportedEpisode {
  return before !== undefined && !before.isWithdrawn && alert.episode.since <= before.lastWeek;
}

function isSame(a: ReportedEpisode, b: ReportedEpisode): boolean {
  return a.since === b.since && a.lastWeek === b.lastWeek && a.severity === b.severity && !a.isWithdrawn;
}

function compareSeverity(a: ReportedSeverity, b: ReportedSeverity): number {
  return REPORTED_SEVERITIES.indexOf(a) - REPORTED_SEVERITIES.indexOf(b);
}
