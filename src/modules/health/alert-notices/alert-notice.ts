import { isCatalogueName } from '../../../shared/catalogue-names/catalogue-names';
import type { CountryCode } from '../../../shared/country';
import { groupBy } from '../../../shared/groups';
import type { Alert } from '../alerts/alert';
import type { FoundAlerts } from '../alerts/alerts.service';
import { findSeries } from '../alerts/disease-series';
import { isUsual } from '../alerts/endemic-level';
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

/** The latest episode of a disease in a country that was reported. */
export interface ReportedEpisode {
  readonly country: CountryCode;
  readonly disease: string;
  readonly since: string;
  /** Latest week with an alert. */
  readonly lastWeek: string;
  /** The highest that was reported of the episode. */
  readonly severity: ReportedSeverity;
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
 * Returns the reported episodes of which no alert is left, although their latest week is one of those that were looked at: their cases
 * were voided. Others in the same week are a new episode.
 */
export function listWithdrawn(
  { weeks, alerts }: FoundAlerts,
  reported: readonly ReportedEpisode[],
): ReportedEpisode[] {
  const alerted = new Set(alerts.map((alert) => keyOf({ ...alert, disease: diseaseOf(alert) })));
  return reported.filter((episode) => weeks.includes(episode.lastWeek) && !alerted.has(keyOf(episode)));
}

/** Identifies what an episode is of. */
export function keyOf({ country, disease }: Pick<ReportedEpisode, 'country' | 'disease'>): string {
  return `${country} ${disease}`;
}

/** Returns whether a notice has to be reported: a new episode, or one that has become more severe. */
export function isNew(notice: AlertNotice, before: ReportedEpisode | undefined): boolean {
  return !isSameEpisode(notice, before) || compareSeverity(notice.severity, before.severity) < 0;
}

/** Returns the reported episode after a notice, which was reported now or before. */
export function afterReport(notice: AlertNotice, before: ReportedEpisode | undefined): ReportedEpisode {
  const { country, disease, severity, alert } = notice;
  const after = { country, disease, since: alert.episode.since, lastWeek: alert.week, severity };
  if (!isSameEpisode(notice, before)) return after;
  const highest = compareSeverity(before.severity, severity) < 0 ? before.severity : severity;
  // Cases of earlier weeks that are recorded late must not make the latest episode new again.
  const latest = before.lastWeek > alert.week ? before : after;
  return { ...latest, severity: highest };
}

/** Whether a notice is about the reported episode, or an earlier one. Its first week can move: cases are recorded late. */
function isSameEpisode(
  { alert }: AlertNotice,
  before: ReportedEpisode | undefined,
): before is ReportedEpisode {
  return before !== undefined && alert.episode.since <= before.lastWeek;
}

/** Whether one pathology of a series has cases, or several, the disease is the same. */
function diseaseOf({ pathology, icd10 }: Alert): string {
  return findSeries(icd10)?.name ?? pathology;
}

function compareSeverity(a: ReportedSeverity, b: ReportedSeverity): number {
  return REPORTED_SEVERITIES.indexOf(a) - REPORTED_SEVERITIES.indexOf(b);
}
