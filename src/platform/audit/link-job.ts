import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CountryScope } from '../../shared/country';
import { BackgroundJob } from '../database/background-job';
import { Database } from '../database/database';
import { LINK_AUDIT_EVENTS, LIST_COUNTRIES_TO_LINK } from './audit.sql';

const PAUSE_MS = 5_000;
/** Events of one statement, which limits its duration to some tenths of a second. */
const PORTION = 5_000;
/** Longer than a statement waits on its way to the node of its country, and than clocks differ. */
const SLACK_MS = 10_000;

/**
 * Links the events of each country into its chains, every five seconds. Any number of processes may run it. Until an event is
 * linked, a change of it shows nowhere.
 */
@Injectable()
export class LinkJob extends BackgroundJob implements OnApplicationBootstrap {
  constructor(private readonly database: Database) {
    super();
  }

  onApplicationBootstrap(): void {
    this.runAfter(PAUSE_MS);
  }

  protected async run(): Promise<void> {
    await this.link();
    this.runAfter(PAUSE_MS);
  }

  /** Links the events that are committed. A country that fails does not stop the others. */
  async link(pauseMs = PAUSE_MS / 2, slackMs = SLACK_MS): Promise<void> {
    const countries = await this.attempt(
      'countries with events to link were not found; it is tried again',
      () => this.database.rows(LIST_COUNTRIES_TO_LINK),
    );
    for (const { country } of countries ?? []) {
      if (this.isStopping) return;
      await this.attempt(`events of the audit trail of ${country} were not linked; it is tried again`, () =>
        this.linkCountry(country, pauseMs, slackMs),
      );
    }
  }

  private async linkCountry(country: CountryScope, pauseMs: number, slackMs: number): Promise<void> {
    let pause = pauseMs;
    while (!this.isStopping) {
      const values = { country, maxEvents: PORTION, pauseMs: pause, slackMs };
      const result = await this.database.first(LINK_AUDIT_EVENTS, values);
      if (result?.isMore !== true) return;
      pause = 0;
    }
  }
}
