import {
  BadRequestException,
  Injectable,
  NotFoundException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { LoginRequiredException } from '../../../platform/access/access-refusals';
import type { Caller } from '../../../platform/access/caller';
import { resolveScope } from '../../../platform/access/country-scope';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import type { InputOf, OutputOf } from '../../../platform/contract/implementation-types';
import { Database, type Transaction } from '../../../platform/database/database';
import { findEnglishName } from '../../../shared/catalogue-names/catalogue-names';
import type { CountryCode } from '../../../shared/country';
import { groupBy } from '../../../shared/groups';
import { nameKey } from '../../../shared/name-key';
import type { Alert } from '../alerts/alert';
import { AlertsService } from '../alerts/alerts.service';
import { diseaseOf } from '../alerts/disease-series';
import { type alertHandlingContract, MAX_ASSIGNMENTS, MAX_NOTES } from './alert-handling.contract';
import {
  LIST_ACTS_OF_COUNTRIES,
  LIST_ALERT_ACTS,
  LOCK_ALERT_ACTS,
  STORE_ALERT_ACT,
} from './alert-handling.sql';
import { type Episode, mapEpisodes } from './episodes';
import { type Act, type NewAct, summarizeActs } from './handling';
import type { Handling } from './handling.schema';

type HandleInput = InputOf<(typeof alertHandlingContract)['handleAlert']>;
type AlertInput = InputOf<(typeof alertHandlingContract)['alertHandling']>;
type Handled = OutputOf<(typeof alertHandlingContract)['alertHandling']>['data'];

/** Stores who acknowledged an alert, to whom it is assigned, and notes. All of it is of the episode, not of a week. */
@Injectable()
export class AlertHandlingService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
    private readonly alerts: AlertsService,
  ) {}

  /** Returns alerts with what was done about their episodes. */
  async addHandling<Listed extends Alert>(
    alerts: readonly Listed[],
    { country }: { country?: CountryCode | undefined },
    caller: Caller,
  ): Promise<(Listed & { handling?: Handling })[]> {
    const since = alerts.map(({ episode }) => episode.since).sort()[0];
    if (since === undefined) return [];
    const acts = await this.database.rows(LIST_ACTS_OF_COUNTRIES, {
      scope: resolveScope(caller, country),
      since,
    });
    const byDisease = groupBy(acts, (act) => `${act.country} ${act.disease}`);
    const episodes = mapEpisodes(alerts);
    return alerts.map((alert) => {
      const episode = episodes.get(alert);
      const ofDisease = byDisease.get(`${alert.country} ${diseaseOf(alert)}`) ?? [];
      const own = ofDisease.filter(
        (act) => episode && act.since <= episode.week && act.week >= episode.since,
      );
      return own.length === 0 ? alert : { ...alert, handling: summarizeActs(own) };
    });
  }

  /** @throws NotFoundException if there is no such alert */
  async find(input: AlertInput, caller: Caller): Promise<Handled> {
    const episode = await this.findEpisode(input, caller);
    return toHandled(episode, await this.database.rows(LIST_ALERT_ACTS, episode));
  }

  /**
   * Stores what is new, with the event, and returns everything that was done about the alert.
   * @throws NotFoundException if there is no such alert
   * @throws UnprocessableEntityException if the episode has the maximum of notes or assignments
   */
  async handle(input: HandleInput, caller: Caller): Promise<Handled> {
    const episode = await this.findEpisode(input, caller);
    return this.database.transaction(async (transaction) => {
      const { country, disease, since } = episode;
      await transaction.run(LOCK_ALERT_ACTS, { country, disease });
      const before = await transaction.rows(LIST_ALERT_ACTS, episode);
      const created = listNewActs(input, before, caller);
      assertLimits(before, created);
      for (const act of created) await storeAct(transaction, { ...episode, ...act }, caller);
      // Without texts: somebody may have written the name of a patient in one.
      const details = { disease, since, acts: created.map(({ act }) => act) };
      await this.audit.writeIn(transaction, [{ country, action: 'health.handleAlert', caller, details }]);
      return toHandled(episode, await transaction.rows(LIST_ALERT_ACTS, episode));
    });
  }

  /** Finds the latest episode of an alert with a name in a country. */
  private async findEpisode({ country, pathology, week }: AlertInput, caller: Caller): Promise<Episode> {
    const scope = resolveScope(caller, country);
    if (scope === '*') throw new BadRequestException('country: send the country of the alert, such as KE');
    const { weeks, alerts } = await this.alerts.findAlerts({ ...(week && { week }), country: scope }, caller);
    const named = findNamed(alerts, pathology);
    const episode = named && mapEpisodes(alerts).get(named);
    if (!episode)
      throw new NotFoundException(
        `pathology: there is no alert on ${JSON.stringify(pathology)} in ${scope} in the weeks ${weeks[0]} to ${weeks.at(-1)}; it may have been withdrawn. Send an alert that health.alerts lists`,
      );
    return episode;
  }
}

/**
 * Returns the latest alert with a name: as it is written, or else translated, because a country can have a pathology of its own
 * with the name that another language gives a pathology of the catalogue. One that is counted under the name comes first: that of
 * a sum has the name of a member, which can have an alert of its own.
 */
function findNamed(alerts: readonly Alert[], name: string): Alert | undefined {
  const namings = [
    ({ series, pathology }: Alert) => series?.name ?? pathology,
    diseaseOf,
    ({ pathology }: Alert) => pathology,
  ];
  const translated = [findEnglishName('series', name), findEnglishName('pathologies', name)];
  for (const sought of [[name], translated]) {
    const keys = new Set(sought.flatMap((each) => (each === undefined ? [] : nameKey(each))));
    const found = namings
      .map((nameOf) => alerts.filter((alert) => keys.has(nameKey(nameOf(alert)))))
      .find((named) => named.length > 0);
    if (found) return found.reduce((one, other) => (one.week >= other.week ? one : other));
  }
  return undefined;
}

/** Returns what an input adds to the acts on an episode: a retry adds nothing. */
function listNewActs(
  { acknowledge, assignTo, note }: HandleInput,
  before: readonly (Act & { readonly accountId: string })[],
  { userId }: Caller,
): NewAct[] {
  const { acknowledged, assigned } = summarizeActs(before);
  const isStored = before.some(
    ({ act, content, accountId }) => act === 'note' && content === note && accountId === userId,
  );
  const created: NewAct[] = [];
  if (acknowledge && !acknowledged) created.push({ act: 'acknowledge', content: null });
  if (assignTo !== undefined && assignTo !== (assigned?.to ?? null))
    created.push({ act: 'assign', content: assignTo });
  if (note !== undefined && !isStored) created.push({ act: 'note', content: note });
  return created;
}

/** @throws LoginRequiredException if the account is being erased */
async function storeAct(transaction: Transaction, act: Episode & NewAct, { userId }: Caller): Promise<void> {
  const stored = await transaction.first(STORE_ALERT_ACT, { ...act, accountId: userId });
  if (!stored) throw new LoginRequiredException('expired');
}

/** Acts of which an episode can have several. */
const LIMITS = [
  { act: 'note', field: 'note', name: 'notes', max: MAX_NOTES },
  { act: 'assign', field: 'assignTo', name: 'assignments', max: MAX_ASSIGNMENTS },
] as const;

/** @throws UnprocessableEntityException if the episode would have too many acts of one kind */
function assertLimits(before: readonly Act[], created: readonly NewAct[]): void {
  for (const { act, field, name, max } of LIMITS) {
    const added = created.filter((each) => each.act === act).length;
    if (added > 0 && before.filter((each) => each.act === act).length + added > max)
      throw new UnprocessableEntityException(
        `${field}: ${max} ${name} are stored on this alert, the most that one may have; nothing was stored`,
      );
  }
}

function toHandled({ country, disease, since, week }: Episode, acts: readonly Act[]): Handled {
  return {
    country,
    pathology: disease,
    since,
    week,
    handling: summarizeActs(acts),
    acts: acts.map(({ act, content, by, at }) => ({ act, content, by, at })),
  };
}
