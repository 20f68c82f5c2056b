import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CountryScope } from '../../shared/country';
import { BackgroundJob } from '../database/background-job';
import { Database } from '../database/database';
import { FIND_LAST_LINK_TIME, LINK_AUDIT_EVENTS, LIST_AUDITED_COUNTRIES } from './audit.sql';
import { UnlinkedSince } from './unlinked-since';

const PAUSE_MS = 5_000;
/** Events of one statement, which limits its duration to some tenths of a second. */
const PORTION = 5_000;
/** Before the last link: longer than a transaction that wrote before the process started and commits after. */
const OVERLAP_MS = 60 * 60 * 1_000;

/**
 * Links the events of each country into its chains, every five seconds. Any number of processes may run it. Until an event is
 * linked, a change of it shows nowhere.
 */
@Injectable()
export class LinkJob extends BackgroundJob implements OnApplicationBootstrap {
  private readonly since = new Map<CountryScope, UnlinkedSince>();

  constructor(private readonly database: Database) {
    super();
  }

  onApplicationBootstrap(): void {
    this.runAfter(PAUSE_MS);
  }

  protected async run(): Promise<void> {
    await this.attempt('events of the audit trail were not linked; it is tried again', () => this.link());
    this.runAfter(PAUSE_MS);
  }

  /** Links all events that are committed. */
  async link(pauseMs = PAUSE_MS / 2): Promise<void> {
    for (const { country } of await this.database.rows(LIST_AUDITED_COUNTRIES)) {
      if (this.isStopping) return;
      await this.linkCountry(country, pauseMs);
    }
  }

  private async linkCountry(country: CountryScope, firstPauseMs: number): Promise<void> {
    const unlinkedSince = await this.unlinkedSinceOf(country);
    let since = unlinkedSince.get();
    let pauseMs = firstPauseMs;
    while (!this.isStopping) {
      const values = { country, since: since.toISOString(), maxEvents: PORTION, pauseMs };
      const result = await this.database.first(LINK_AUDIT_EVENTS, values);
      if (!result) return;
      if (result.linked < PORTION) {
        unlinkedSince.observe(result);
        return;
      }
      // The portions before this time are linked, so the next statement need not compare them again.
      if (result.lastAt) since = new Date(Math.max(since.getTime(), result.lastAt.getTime() - 1_000));
      pauseMs = 0;
    }
  }

  private async unlinkedSinceOf(country: CountryScope): Promise<UnlinkedSince> {
    const known = this.since.get(country);
    if (known) return known;
    const { linkedAt } = await this.database.one(FIND_LAST_LINK_TIME, { country });
    const created = new UnlinkedSince(new Date(linkedAt ? linkedAt.getTime() - OVERLAP_MS : 0));
    this.since.set(country, created);
    return created;
  }
}
