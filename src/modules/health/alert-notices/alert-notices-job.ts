import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { BackgroundJob } from '../../../platform/database/background-job';
import { Database } from '../../../platform/database/database';
import { AlertsService, type FoundAlerts } from '../alerts/alerts.service';
import { type AlertChannel, dashboardUrlOf } from './alert-channel';
import {
  type AlertNotice,
  type ReportedEpisode,
  afterReport,
  isNew,
  keyOf,
  listNotices,
  listWithdrawn,
} from './alert-notice';
import {
  LIST_REPORTED_EPISODES,
  LOCK_CHANNEL,
  REMOVE_REPORTED_EPISODES,
  STORE_REPORTED_EPISODES,
} from './alert-notices.sql';
import { EmailChannel } from './email-channel';
import { WebhookChannel } from './webhook-channel';

const PAUSE_MS = 60_000;
/** Alerts in one message; the next ones follow a minute later. */
const MAX_NOTICES = 50;

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
    const found = await this.attempt('alerts were not looked for; it is tried again in a minute', () =>
      this.alerts.findAlertsOf('*'),
    );
    if (!found) return;
    for (const channel of this.channels) {
      // A message that is sent just before the process is killed would be sent twice.
      if (this.isStopping) return;
      await this.attempt(
        `new alerts were not sent by ${channel.name}; it is tried again in a minute`,
        () => this.report(channel, found),
        (wasSent) => wasSent,
      );
    }
  }

  protected async run(): Promise<void> {
    await this.reportNew();
    this.runAfter(PAUSE_MS);
  }

  /** Returns whether something was sent: another process may have been first. */
  private async report(channel: AlertChannel, found: FoundAlerts): Promise<boolean> {
    const notices = listNotices(found);
    return this.database.transaction(async (transaction) => {
      const { isLocked } = await transaction.one(LOCK_CHANNEL, { channel: channel.name });
      if (!isLocked) return false;
      const rows = await transaction.rows(LIST_REPORTED_EPISODES, { channel: channel.name });
      const withdrawn = listWithdrawn(found, rows);
      if (withdrawn.length > 0) {
        const episodes = JSON.stringify(withdrawn);
        await transaction.run(REMOVE_REPORTED_EPISODES, { channel: channel.name, episodes });
      }
      const lasting = rows.filter((row) => !withdrawn.includes(row));
      const reported = new Map(lasting.map((row) => [keyOf(row), row]));
      const fresh = notices.filter((notice) => isNew(notice, reported.get(keyOf(notice))));
      const sent = fresh.slice(0, MAX_NOTICES);
      const later = new Set(fresh.slice(MAX_NOTICES));
      const changed = notices.flatMap((notice): ReportedEpisode[] => {
        if (later.has(notice)) return [];
        const before = reported.get(keyOf(notice));
        const after = afterReport(notice, before);
        return before && isSame(before, after) ? [] : [after];
      });
      if (changed.length === 0) return false;
      // Before they are sent: if they cannot be stored, they must not be sent each minute.
      const values = { channel: channel.name, episodes: JSON.stringify(changed) };
      await transaction.run(STORE_REPORTED_EPISODES, values);
      if (sent.length === 0) return false;
      await channel.send(sent);
      return true;
    });
  }
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

function isSame(a: ReportedEpisode, b: ReportedEpisode): boolean {
  return a.since === b.since && a.lastWeek === b.lastWeek && a.severity === b.severity;
}
