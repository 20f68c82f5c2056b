import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode, CountryScope } from '../../../shared/country';
import { PathologyCountsService, type WeeklyCounts, WeeklyCountsService } from '../../consultations';
import {
  addDays,
  dayOf,
  type NamedPeriod,
  type Period,
  periodOf,
  periodsBetween,
} from '../../../shared/calendar';
import { EARS_WEEKS } from './ears-c2';
import { FEWEST_CASES } from './expectation';
import { endemicLevel } from './endemic-level';
import { type AlertRule, type FiredRule, firedRules, isSeasonal, type WeeklySeries } from './fired-rules';
import { KeptResults } from './kept-results';
import { oneCaseCodes } from './notifiable-diseases';
import { byUrgency } from './order';
import { WEEKS_OF_YEAR } from './waves';
import { Workers } from './workers';
import { scopeOf } from '../country-scope';

export interface Alert {
  readonly rule: AlertRule;
  readonly pathology: string;
  /** ICD-10 code, WHO edition of 2019; null for what is not in the catalogue. */
  readonly icd10: string | null;
  readonly country: CountryCode;
  readonly week: string;
  readonly count: number;
  readonly expected: number | null;
  readonly threshold: number;
}

/** Weeks that are looked at. */
const LATEST = 4;
/** Weeks of history that the seasons of a disease are seen in: five years. */
const HISTORY = 5 * WEEKS_OF_YEAR;
/** Countries whose alerts are computed at once, whoever asks: each takes a connection, of which others need some too. */
const AT_ONCE = 2;

/** What a ministry should look at first: cases beyond what their own history predicts, and notifiable diseases. */
@Injectable()
export class AlertsService {
  private readonly kept = new KeptResults<Alert[]>();
  private readonly histories = new KeptResults<WeeklyCounts[]>();
  private readonly workers = new Workers(AT_ONCE);

  constructor(
    private readonly pathologyCounts: PathologyCountsService,
    private readonly weeklyCounts: WeeklyCountsService,
  ) {}

  /** The alerts of the four weeks that end with one, or with the current one: each country by its own history. */
  async alerts(
    { week, country }: { week?: NamedPeriod; country?: CountryCode },
    caller: Caller,
  ): Promise<{ weeks: string[]; alerts: Alert[] }> {
    const scope = scopeOf(caller, country);
    const last = week ?? periodOf('week', dayOf(new Date()));
    const weeks = periodsBetween(periodOf('week', addDays(last.from, -7 * (LATEST - 1))), last);
    const [single, predicted] = await Promise.all([
      this.singleCases(scope, weeks),
      this.kept.get(`${scope} ${last.name}`, () => this.predicted(scope, weeks)),
    ]);
    return {
      weeks: weeks.map(({ name }) => name),
      alerts: [...single, ...predicted].sort(byUrgency),
    };
  }

  /**
   * Diseases of which one case is an alert: asked for each time, so that no case waits, whenever its consultation was. Only what
   * the year before had of them is kept where it is slow.
   */
  private async singleCases(scope: CountryScope, weeks: readonly NamedPeriod[]): Promise<Alert[]> {
    const span = spanOf(weeks);
    const recent = await this.weeklyCounts.counts(scope, span, oneCaseCodes);
    const late = await this.weeklyCounts.recordedLate(scope, span, oneCaseCodes);
    const codes = [...new Set([...recent, ...late].flatMap(({ icd10 }) => icd10 ?? []))].sort();
    if (codes.length === 0) return [];
    const year = { from: addDays(span.from, -7 * WEEKS_OF_YEAR), before: span.from };
    const before = await this.histories.get(`${scope} ${span.from} ${codes.join(' ')}`, () =>
      this.weeklyCounts.counts(scope, year, codes),
    );
    const histories = new Map(before.map((series) => [lineOf(series), series.counts]));
    return [
      ...recent.flatMap((series) => {
        const counts = [...(histories.get(lineOf(series)) ?? []), ...series.counts];
        return alertsOf({ ...series, counts }, weeks).filter(isSingleCase);
      }),
      ...late.map(({ monday, count, ...series }) => {
        const expected = endemicLevel(histories.get(lineOf(series)) ?? []);
        const fired = { rule: 'notifiable', count, expected, threshold: 1 } as const;
        return alertOf(series, fired, periodOf('week', monday).name);
      }),
    ];
  }

  /** All other alerts, country by country: no statement reads more than one, however large the continent's figures are. */
  private async predicted(scope: CountryScope, weeks: readonly NamedPeriod[]): Promise<Alert[]> {
    const countries =
      scope === '*' ? await this.workers.run(() => this.pathologyCounts.countries()) : [scope];
    const alerts: Alert[] = [];
    const left = countries.values();
    // Each computation asks for no more than are done at once, so that one country waits for two of another, not for all.
    const work = async (): Promise<void> => {
      for (const country of left)
        alerts.push(...(await this.workers.run(() => this.predictedIn(country, weeks))));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return alerts;
  }

  private async predictedIn(country: CountryCode, weeks: readonly NamedPeriod[]): Promise<Alert[]> {
    const { from: latest, before } = spanOf(weeks);
    const from = addDays(latest, -7 * EARS_WEEKS);
    const recent = await this.weeklyCounts.counts(country, { from, before });
    const reported = reportedWeeks(recent);
    const candidates = recent.filter(({ counts }) =>
      counts.slice(-LATEST).some((count) => count >= FEWEST_CASES),
    );
    const codes = candidates.flatMap(({ icd10 }) => (icd10 !== null && isSeasonal(icd10) ? [icd10] : []));
    const years = { from: addDays(latest, -7 * HISTORY), before: from };
    const earlier = codes.length === 0 ? [] : await this.weeklyCounts.counts(country, years, codes);
    const history = new Map(earlier.map(({ pathology, counts }) => [pathology, counts]));
    return candidates.flatMap((series) => {
      const counts = series.counts.map((count, week) => (reported[week] ? count : null));
      const whole = { ...series, counts: [...(history.get(series.pathology) ?? []), ...counts] };
      return alertsOf(whole, weeks).filter((alert) => !isSingleCase(alert));
    });
  }
}

function alertsOf(
  series: Pick<WeeklyCounts, 'country' | 'pathology' | 'icd10'> & WeeklySeries,
  weeks: readonly NamedPeriod[],
): Alert[] {
  return firedRules(series, weeks.length).map((fired) =>
    alertOf(series, fired, weeks[fired.week - series.counts.length + weeks.length]?.name ?? ''),
  );
}

function alertOf(
  { pathology, icd10, country }: Pick<WeeklyCounts, 'country' | 'pathology' | 'icd10'>,
  { rule, count, expected, threshold }: Omit<FiredRule, 'week'>,
  week: string,
): Alert {
  return {
    rule,
    pathology,
    icd10,
    country,
    week,
    count,
    expected: expected === null ? null : Math.round(expected * 10) / 10,
    // Downwards, so that what is over the threshold is over the one that is shown.
    threshold: Math.floor(threshold * 10) / 10,
  };
}

/** The series of a country and a pathology. */
function lineOf({ country, pathology }: Pick<WeeklyCounts, 'country' | 'pathology'>): string {
  return `${country} ${pathology}`;
}

/** Whether an alert is one of those that are asked for each time. */
function isSingleCase({ rule, icd10 }: Alert): boolean {
  return rule === 'notifiable' && icd10 !== null && oneCaseCodes.includes(icd10);
}

/** Weeks in which a country recorded anything: in any other it did not report, which is not the same as no case. */
function reportedWeeks(all: readonly WeeklyCounts[]): boolean[] {
  const [first] = all;
  return first?.counts.map((_, week) => all.some(({ counts }) => (counts[week] ?? 0) > 0)) ?? [];
}

/** @param weeks following one another */
function spanOf(weeks: readonly NamedPeriod[]): Period {
  return { from: weeks[0]?.from ?? '', before: weeks.at(-1)?.before ?? '' };
}
