import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { type NamedPeriod, type Period, addDays } from '../../../shared/period';
import type { CountryCode, CountryScope } from '../../../shared/country';
import { currentSignal } from '../../../platform/limits/abortable-work';
import { currentOwner, mapInTurns } from '../../../platform/limits/current-turns';
import { QueuedLimit } from '../../../platform/limits/queued-limit';
import { SharedComputations } from '../../../platform/limits/shared-computations';
import { PathologyCountsService, type WeeklyCounts, WeeklyCountsService } from '../../consultations';
import { resolveScope } from '../../../platform/access/country-scope';
import type { Alert } from './alert';
import { alertComputations } from './alert-metrics';
import { compareUrgency } from './compare-urgency';
import { type DiseaseCounts, findSeries, hasOwnLimit, joinPathologies } from './disease-series';
import { EARS_WEEKS } from './ears-c2';
import {
  EVALUATED_WEEKS,
  currentWeek,
  isCurrentWeek,
  nameOf,
  spanOf,
  weeksUntil,
  yearBefore,
} from './evaluated-weeks';
import { isSeasonal } from './evaluate-rules';
import { MIN_CASES } from './expectation';
import { isSingleCase, oneCaseCodes } from './notifiable-diseases';
import { MostUrgentAlerts } from './most-urgent';
import { ResultCache } from './result-cache';
import { listAlerts } from './series-alerts';
import { joinSeries } from './single-case-series';
import { type CountryVersion, type StoredAlerts, StoredAlertsService } from './stored-alerts.service';
import { WEEKS_OF_YEAR } from './waves';

/** Weeks of history from which the seasons of a disease are determined. */
const HISTORY_WEEKS = 5 * WEEKS_OF_YEAR;
/** Countries that are computed at once, for all callers: each uses a connection, which other calls need too. */
const MAX_COMPUTATIONS = 2;
/** Maximum number of countries with changed counts that a call computes; it returns the stored alerts of the others. */
const MAX_RENEWED = 8;

export interface FoundAlerts {
  /** Names of the weeks, oldest first. */
  readonly weeks: string[];
  readonly alerts: Alert[];
}

/** Finds weeks with more cases than predicted from a country's history, and cases of notifiable diseases. */
@Injectable()
export class AlertsService {
  private readonly predictedAlerts = new ResultCache<Alert[]>();
  private readonly histories = new ResultCache<WeeklyCounts[]>();
  private readonly computations = new QueuedLimit({
    content: 'computations of alerts',
    perKey: MAX_COMPUTATIONS,
    inAll: MAX_COMPUTATIONS,
  });
  /** By week: a call after midnight of Monday must not get the alerts of the week before. */
  private readonly searches = new SharedComputations<Alert[]>();

  constructor(
    private readonly pathologyCounts: PathologyCountsService,
    private readonly weeklyCounts: WeeklyCountsService,
    private readonly storedAlerts: StoredAlertsService,
  ) {}

  /** Runs a computation when one of two slots is free. Callers, and the work of no request, take turns. */
  private async compute<T>(computation: () => Promise<T>): Promise<T> {
    const owner = currentOwner();
    const leave = await this.computations.enter(typeof owner === 'string' ? owner : '', currentSignal());
    try {
      return await computation();
    } finally {
      leave();
    }
  }

  /**
   * Returns the alerts of four weeks, most urgent first.
   * @param week the last of the four; the current one by default
   */
  async findAlerts(
    { week, country }: { week?: NamedPeriod; country?: CountryCode },
    caller: Caller,
  ): Promise<FoundAlerts> {
    return this.findAlertsOf(resolveScope(caller, country), week);
  }

  /** Returns the alerts of four weeks in a country or in all, most urgent first. @param last the current week by default */
  async findAlertsOf(scope: CountryScope, last = currentWeek()): Promise<FoundAlerts> {
    const weeks = weeksUntil(last);
    const [singleCases, predicted] = await Promise.all([
      this.findSingleCases(scope, weeks),
      scope === '*' && isCurrentWeek(weeks)
        ? this.shareStoredAlerts(weeks)
        : this.predictedAlerts.get(`${scope} ${last.name}`, () => this.predictAlerts(scope, weeks)),
    ]);
    return {
      weeks: weeks.map(({ name }) => name),
      alerts: [...singleCases, ...predicted].sort(compareUrgency),
    };
  }

  /**
   * Finds the alerts of diseases of which one case is an alert. Only the cases of the year before are cached, so that every
   * new case is an alert at once, also if it is recorded late.
   */
  private async findSingleCases(scope: CountryScope, weeks: readonly NamedPeriod[]): Promise<Alert[]> {
    const span = spanOf(weeks);
    const recent = await this.weeklyCounts.getCountsOfCodes(scope, span, oneCaseCodes);
    const late = await this.weeklyCounts.listWeeksRecordedLate(scope, span, oneCaseCodes);
    const codes = [...new Set([...recent, ...late].flatMap(({ icd10 }) => icd10 ?? []))].sort();
    if (codes.length === 0) return [];
    const earlier =
      scope === '*' && isCurrentWeek(weeks)
        ? await this.findStoredHistories([...recent, ...late], weeks)
        : await this.histories.get(`${scope} ${span.from} ${codes.join(' ')}`, () =>
            this.weeklyCounts.getCountsOfCodes(scope, yearBefore(weeks), codes),
          );
    return joinSeries({ earlier, late, recent }, weeks).flatMap(({ lateMondays, ...series }) =>
      listAlerts({ ...series, rulesOf: series.icd10 }, { weeks, earlier: lateMondays }).filter(isSingleCase),
    );
  }

  /**
   * Computes the alerts of one country whose counts changed since they were computed. It is chosen at random, so that a
   * country that cannot be computed does not keep the others waiting, and processes rarely compute the same country.
   * @returns whether there was one
   */
  async renewOne(): Promise<boolean> {
    const weeks = weeksUntil(currentWeek());
    return this.compute(async () => {
      const outdated = await this.storedAlerts.listOutdated(nameOf(weeks));
      const chosen = outdated[Math.floor(Math.random() * outdated.length)];
      if (chosen) await this.renew(chosen, weeks);
      return chosen !== undefined;
    });
  }

  /** Finds all other alerts. Each statement reads one country only, however many countries there are. */
  private async predictAlerts(scope: CountryScope, weeks: readonly NamedPeriod[]): Promise<Alert[]> {
    if (scope !== '*') return this.compute(() => this.predictAlertsOf(scope, weeks));
    const countries = await this.compute(() => this.pathologyCounts.listCountries());
    return this.computeEach(countries, (country) => this.predictAlertsOf(country, weeks));
  }

  /** Concurrent callers share one search, which computes all countries if none are stored. */
  private shareStoredAlerts(weeks: readonly NamedPeriod[]): Promise<Alert[]> {
    return this.searches.get(nameOf(weeks), () => this.findStoredAlerts(weeks));
  }

  /** Finds the alerts of all countries. `AlertsRenewal` computes those that this call does not. */
  private async findStoredAlerts(weeks: readonly NamedPeriod[]): Promise<Alert[]> {
    const countries = await this.compute(() => this.storedAlerts.list(nameOf(weeks)));
    const missing = countries.filter(({ alerts }) => alerts === null);
    const outdated = countries.filter(({ alerts, isUpToDate }) => alerts !== null && !isUpToDate);
    const renewed = new Set([...missing, ...outdated.slice(0, MAX_RENEWED)]);
    const stored = countries.filter((country) => !renewed.has(country)).flatMap(({ alerts }) => alerts ?? []);
    const computed = await this.computeEach([...renewed], (country) => this.renewOrKeep(country, weeks));
    return [...stored, ...computed];
  }

  /** Returns the stored alerts if they cannot be renewed. `AlertsRenewal` tries it again and logs the failure. */
  private async renewOrKeep(stored: StoredAlerts, weeks: readonly NamedPeriod[]): Promise<readonly Alert[]> {
    try {
      return await this.renew(stored, weeks);
    } catch (error) {
      if (stored.alerts === null) throw error;
      return stored.alerts;
    }
  }

  private async renew(changed: CountryVersion, weeks: readonly NamedPeriod[]): Promise<Alert[]> {
    try {
      const alerts = await this.computeAndStore(changed, weeks);
      alertComputations.add({ outcome: 'stored' });
      return alerts;
    } catch (error) {
      alertComputations.add({ outcome: 'failed' });
      throw error;
    }
  }

  private async computeAndStore(
    { country, version }: CountryVersion,
    weeks: readonly NamedPeriod[],
  ): Promise<Alert[]> {
    const alerts = await this.predictAlertsOf(country, weeks);
    const histories = await this.weeklyCounts.getCountsOfCodes(country, yearBefore(weeks), oneCaseCodes);
    await this.storedAlerts.store(nameOf(weeks), { country, version, alerts, histories });
    return alerts;
  }

  /** Returns the stored histories of the countries of some series, and those that are not yet stored. */
  private async findStoredHistories(
    series: readonly Pick<WeeklyCounts, 'country'>[],
    weeks: readonly NamedPeriod[],
  ): Promise<WeeklyCounts[]> {
    const countries = [...new Set(series.map(({ country }) => country))];
    const stored = await this.storedAlerts.listHistories(nameOf(weeks), countries);
    const missing = countries.filter((country) => !stored.has(country));
    const read = await this.computeEach(missing, (country) =>
      this.weeklyCounts.getCountsOfCodes(country, yearBefore(weeks), oneCaseCodes),
    );
    return [...[...stored.values()].flat(), ...read];
  }

  /** Computes results by country, two countries at a time for all callers. */
  private async computeEach<Country, Result>(
    countries: readonly Country[],
    compute: (country: Country) => Promise<readonly Result[]>,
  ): Promise<Result[]> {
    const results: Result[] = [];
    const remaining = countries.values();
    // A call queues no more countries than are computed at once, so that calls take turns.
    const work = async (): Promise<void> => {
      for (const country of remaining) results.push(...(await this.compute(() => compute(country))));
    };
    await Promise.all(Array.from({ length: MAX_COMPUTATIONS }, work));
    return results;
  }

  private async predictAlertsOf(country: CountryCode, weeks: readonly NamedPeriod[]): Promise<Alert[]> {
    const { from: latest, before } = spanOf(weeks);
    const from = addDays(latest, -7 * EARS_WEEKS);
    const recent = await this.weeklyCounts.getCounts(country, { from, before });
    const isReported = findReportedWeeks(recent);
    const candidates = joinPathologies(recent).filter(({ counts }) =>
      counts.slice(-EVALUATED_WEEKS).some((count) => count >= MIN_CASES),
    );
    const histories = await this.findSeasonalHistories(country, candidates, {
      from: addDays(latest, -7 * HISTORY_WEEKS),
      before: from,
    });
    const markReported = (counts: readonly number[]) =>
      counts.map((count, week) => (isReported[week] ? count : null));
    const ofLimits = recent
      .filter(({ icd10 }) => hasOwnLimit(icd10))
      .map((series) => ({ ...series, rulesOf: series.icd10, counts: markReported(series.counts) }))
      .flatMap((series) => listAlerts(series, { weeks }).filter(({ rule }) => rule === 'notifiable'));
    const predicted = new MostUrgentAlerts();
    await mapInTurns(candidates, (disease) => {
      const counts = [...(histories.get(disease.key) ?? []), ...markReported(disease.counts)];
      predicted.add(listAlerts({ ...disease, counts }, { weeks }).filter((alert) => !isSingleCase(alert)));
    });
    return [...ofLimits, ...predicted.list()];
  }

  /** Returns the earlier counts of the diseases whose seasons are known from them, by their keys. */
  private async findSeasonalHistories(
    country: CountryCode,
    diseases: readonly DiseaseCounts[],
    years: Period,
  ): Promise<Map<string, readonly number[]>> {
    const codes = diseases
      .filter(({ rulesOf }) => isSeasonal(rulesOf))
      .flatMap(({ icd10, series }) => [
        ...(findSeries(icd10)?.catalogue ?? []),
        ...(series?.members ?? [{ icd10 }]).flatMap((member) => member.icd10 ?? []),
      ]);
    if (codes.length === 0) return new Map();
    const earlier = await this.weeklyCounts.getCountsOfCodes(country, years, [...new Set(codes)]);
    return new Map(joinPathologies(earlier).map(({ key, counts }) => [key, counts]));
  }
}

/** Returns for each week whether the country recorded any case; if not, it did not report, which differs from 0 cases. */
function findReportedWeeks(all: readonly WeeklyCounts[]): boolean[] {
  const [first] = all;
  return first?.counts.map((_, week) => all.some(({ counts }) => (counts[week] ?? 0) > 0)) ?? [];
}
