import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { BackgroundJob } from '../../../platform/database/background-job';
import { Database, type Transaction } from '../../../platform/database/database';
import { AlertsService, type FoundAlerts } from '../alerts/alerts.service';
import { type AlertChannel, dashboardUrlOf } from './alert-channel';
import {
  type AlertNotice,
  type ReportedEpisode,
  type StoredEpisode,
  listWithdrawn,
  planReport,
} from './alert-notice';
import {
  LIST_REPORTED_EPISODES,
  LOCK_CHANNEL,
  READ_TIME,
  STORE_REPORTED_EPISODES,
} from './alert-notices.sql';
import { EmailChannel } from './email-channel';
import { WebhookChannel } from './webhook-channel';

const PAUSE_MS = 60_000;
/** Alerts in one message; the next ones follow a minute later. */
const MAX_NOTICES = 50;

/** What a report says of a problem before it. Another process may be reporting, and may have sent what this one could not. */
const OUTCOMES = { sent: 'works', 'nothing new': 'over', busy: 'open' } as const;

interface Search {
  /** Time of the database before the search. */
  readonly at: string;
  readonly found: FoundAlerts;
}

/** Reports new alerts to receivers. One process at a time does so for each channel. */
@Injectable()
export class AlertNoticesJob extends BackgroundJob implements OnApplicationBootstrap {
  private readonly channels: readonly AlertChannel[];

  constructor(
    private readonly database: Database,
    private readonly alerts: AlertsService,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    super();
    this.channels = createChannels(environment);
  }

  onApplicationBootstrap(): void {
    if (this.channels.length > 0) this.runNow();
  }

  /** Reports the alerts that are new for a channel. Does not reject: what could not be sent is new the next time, too. */
  async reportNew(): Promise<void> {
    const search = await this.attempt(
      'alerts were not looked for; it is tried again in a minute',
      async () => {
        const { now } = await this.database.one(READ_TIME);
        return { at: now, found: await this.alerts.findAlertsOf('*') };
      },
    );
    if (!search) return;
    // Before anything is sent: it must last if a receiver refuses what is new. Else the next case is taken for the voided one.
    for (const channel of this.channels)
      await this.attempt(
        `voided alerts were not stored for ${channel.name}; it is tried again in a minute`,
        () => this.withdraw(channel, search),
        (isLocked) => (isLocked ? 'works' : 'open'),
      );
    const silent = new Set<string>();
    for (const channel of this.channels) {
      // A message that is sent just before the process is killed would be sent twice.
      if (this.isStopping) return;
      // Each address would wait for a server that does not answer.
      if (silent.has(channel.url)) continue;
      const report = async () => {
        try {
          return await this.report(channel, search);
        } catch (error) {
          if (!isRefusal(error)) silent.add(channel.url);
          throw error;
        }
      };
      await this.attempt(
        `new alerts were not sent by ${channel.name}; it is tried again in a minute`,
        report,
        (outcome) => OUTCOMES[outcome],
      );
    }
  }

  protected async run(): Promise<void> {
    await this.reportNew();
    this.runAfter(PAUSE_MS);
  }

  /** Stores which episodes are withdrawn. Returns false if another process reports to the channel. */
  private async withdraw(channel: AlertChannel, { at, found }: Search): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const stored = await lockChannel(transaction, channel, at);
      if (stored) await storeEpisodes(transaction, channel, listWithdrawn(found, stored));
      return stored !== null;
    });
  }

  private async report(channel: AlertChannel, { at, found }: Search): Promise<keyof typeof OUTCOMES> {
    return this.database.transaction(async (transaction) => {
      const stored = await lockChannel(transaction, channel, at);
      if (!stored) return 'busy';
      const { notices, changed } = planReport(found, stored, MAX_NOTICES);
      // Before they are sent: if they cannot be stored, they must not be sent each minute.
      await storeEpisodes(transaction, channel, changed);
      if (notices.length === 0) return 'nothing new';
      await channel.send(notices);
      return 'sent';
    });
  }
}

/** Locks a channel until the end of the transaction. Returns what was reported by it, or null if another process has the lock. */
async function lockChannel(
  transaction: Transaction,
  { name }: AlertChannel,
  searchedAt: string,
): Promise<StoredEpisode[] | null> {
  const { isLocked } = await transaction.one(LOCK_CHANNEL, { channel: name });
  return isLocked ? transaction.rows(LIST_REPORTED_EPISODES, { channel: name, searchedAt }) : null;
}

async function storeEpisodes(
  transaction: Transaction,
  { name }: AlertChannel,
  episodes: readonly ReportedEpisode[],
): Promise<void> {
  if (episodes.length === 0) return;
  await transaction.run(STORE_REPORTED_EPISODES, { channel: name, episodes: JSON.stringify(episodes) });
}

function createChannels(environment: Environment): AlertChannel[] {
  const { PUBLIC_URL, ALERT_WEBHOOK_URL, ALERT_EMAIL_TO, ALERT_EMAIL_FROM, SMTP_URL } = environment;
  const language = environment.ALERT_EMAIL_LANGUAGE;
  const options = { dashboardUrlOf: (notice: AlertNotice) => dashboardUrlOf(notice, PUBLIC_URL, language) };
  const channels: AlertChannel[] = [];
  if (ALERT_WEBHOOK_URL !== undefined)
    channels.push(
      new WebhookChannel(ALERT_WEBHOOK_URL, { ...options, secret: environment.ALERT_WEBHOOK_SECRET }),
    );
  if (ALERT_EMAIL_FROM !== undefined && SMTP_URL !== undefined)
    for (const to of new Set(ALERT_EMAIL_TO))
      channels.push(new EmailChannel(SMTP_URL, { ...options, from: ALERT_EMAIL_FROM, to, language }));
  return channels;
}

/** Returns whether a server answered with a refusal. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error;
}
