import { computeMaxUsual, isUsual } from './endemic-level';
import type { Confidence, Trend } from './episode-values';
import type { FiredRule } from './evaluate-rules';
import { WEEKS_OF_YEAR } from './waves';

const CURVE_WEEKS = 12;
/** Weeks one after another without an alert that do not end an episode. */
const MAX_PAUSE_WEEKS = 1;
/** Weeks on each side of the comparison from which the trend is determined. */
const TREND_WEEKS = 2;
/** Least ratio of a rise, and of a fall read backwards. */
const MIN_RATIO = 1.25;
/** Standard deviations of a difference that chance rarely exceeds: the quantile of 95 %. */
const CHANCE_DEVIATIONS = 1.645;
const FAR_ABOVE_FACTOR = 2;
const MIN_ALERTED_WEEKS = 2;
const MIN_HISTORY_WEEKS = WEEKS_OF_YEAR / 2;

/** A series of weekly cases with its alerts. */
export interface EpisodeSeries {
  /** By week, oldest first; null if the country reported nothing. */
  readonly counts: readonly (number | null)[];
  /** The alerts of these weeks. */
  readonly fired: readonly FiredRule[];
  /** Number of weeks that are over; only the last one can be still incomplete. */
  readonly wholeWeeks: number;
}

/** The weeks with alerts one after another up to the week of an alert. Weeks are indices in the series. */
export interface Episode {
  readonly since: number;
  /** Cases from the first week to that of the alert. */
  readonly cases: number;
  readonly curve: readonly { readonly week: number; readonly count: number | null }[];
  readonly trend: Trend;
  readonly confidence: Confidence;
}

/** Returns the episode to which an alert of a series belongs, as it is in the week of the alert. */
export function describeEpisode(alert: FiredRule, series: EpisodeSeries): Episode {
  const { counts, wholeWeeks } = series;
  const alertedWeeks = listWeeksOfEpisode(alert, series.fired);
  const since = alertedWeeks.at(-1) ?? alert.week;
  const curve = Array.from({ length: CURVE_WEEKS }, (_, index) => {
    const week = alert.week - CURVE_WEEKS + 1 + index;
    return { week, count: counts[week] ?? null };
  });
  return {
    since,
    cases: counts.slice(since, alert.week + 1).reduce<number>((sum, count) => sum + (count ?? 0), 0),
    curve,
    trend: determineTrend(curve.filter(({ week }) => week < wholeWeeks).map(({ count }) => count)),
    confidence: rateConfidence(alert, [
      alertedWeeks.length >= MIN_ALERTED_WEEKS,
      hasHistory(alert, counts),
      curve.every(({ count }) => count !== null),
    ]),
  };
}

/**
 * Returns the weeks with alerts up to that of an alert, latest first. Usual weeks of an endemic disease belong only to an
 * episode whose last week is usual, too: otherwise a rise would seem to last as long as the disease is endemic.
 */
function listWeeksOfEpisode({ week: last }: FiredRule, fired: readonly FiredRule[]): number[] {
  const unusual = new Set(fired.filter((other) => !isUsual(other)).map(({ week }) => week));
  const alerted = unusual.has(last) ? unusual : new Set(fired.map(({ week }) => week));
  const weeks = [last];
  for (let week = last - 1; week >= 0 && (weeks.at(-1) ?? last) - week <= MAX_PAUSE_WEEKS + 1; week -= 1)
    if (alerted.has(week)) weeks.push(week);
  return weeks;
}

/**
 * Compares the latest two reported weeks with the two before. It is a rise or a fall if the higher sum is at least a quarter
 * above the lower one, and the difference is more than chance explains in Poisson counts; with fewer weeks, it is neither.
 */
function determineTrend(counts: readonly (number | null)[]): Trend {
  const reported = counts.filter((count) => count !== null).slice(-2 * TREND_WEEKS);
  if (reported.length < 2 * TREND_WEEKS) return 'steady';
  const [before, now] = [reported.slice(0, TREND_WEEKS), reported.slice(TREND_WEEKS)].map((weeks) =>
    weeks.reduce((sum, count) => sum + count, 0),
  );
  if (before === undefined || now === undefined) return 'steady';
  if (Math.abs(now - before) <= CHANCE_DEVIATIONS * Math.sqrt(now + before)) return 'steady';
  if (now >= MIN_RATIO * before) return 'rising';
  return before >= MIN_RATIO * now ? 'falling' : 'steady';
}

/**
 * High if the count is far above its limit and all other facts are true, moderate if one of the four is not, else low. On
 * series with known outbreaks, 95 %, 69 % and 29 % of such weeks have one (`npm run eval:alerts`).
 */
function rateConfidence(alert: FiredRule, facts: readonly boolean[]): Confidence {
  const limit = isSingleCaseRule(alert) ? (computeMaxUsual(alert) ?? 0) : alert.threshold;
  const missing = [alert.count >= FAR_ABOVE_FACTOR * limit, ...facts].filter((fact) => !fact).length;
  if (missing === 0) return 'high';
  return missing === 1 ? 'moderate' : 'low';
}

/** Whether half of the year before an alert is reported. A disease of which one case is an alert needs no history. */
function hasHistory(alert: FiredRule, counts: readonly (number | null)[]): boolean {
  const year = counts.slice(Math.max(0, alert.week - WEEKS_OF_YEAR), alert.week);
  return isSingleCaseRule(alert) || year.filter((count) => count !== null).length >= MIN_HISTORY_WEEKS;
}

function isSingleCaseRule({ rule, threshold }: FiredRule): boolean {
  return rule === 'notifiable' && threshold === 1;
}
