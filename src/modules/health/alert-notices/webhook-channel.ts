import { createHash, createHmac } from 'node:crypto';
import { postJson } from '../../../platform/http/post-json';
import type { AlertChannel } from './alert-channel';
import type { AlertNotice, NewNotice } from './alert-notice';

const TIMEOUT_MS = 10_000;
const SECRET_PREFIX = 'whsec_';

/** Posts alerts as JSON, signed as https://www.standardwebhooks.com describes if there is a secret. */
export class WebhookChannel implements AlertChannel {
  readonly name = 'webhook';

  /** @param options `dashboardUrlOf` returns where a person looks at the alert */
  constructor(
    readonly url: string,
    private readonly options: {
      readonly secret: string | undefined;
      readonly dashboardUrlOf: (notice: AlertNotice) => string;
    },
  ) {}

  async send(notices: readonly NewNotice[]): Promise<void> {
    const timestamp = new Date();
    const alerts = notices.map((notice) => this.describe(notice));
    const body = JSON.stringify({ type: 'alerts.new', timestamp: timestamp.toISOString(), data: { alerts } });
    const id = `msg_${idOf(alerts.map((alert) => alert.id))}`;
    const seconds = String(Math.floor(timestamp.getTime() / 1000));
    const { secret } = this.options;
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': seconds,
      ...(secret !== undefined && { 'webhook-signature': sign(`${id}.${seconds}.${body}`, secret) }),
    };
    await postJson(this.url, body, { headers, timeoutMs: TIMEOUT_MS });
  }

  /** The fields of `health.alerts`, and beside them what this message is about. */
  private describe(notice: NewNotice) {
    const { country, disease, severity, alert, occurrence } = notice;
    const { pathologyKey: _key, series, ...fields } = alert;
    return {
      id: [country, disease, alert.episode.since, severity, ...(occurrence > 1 ? [occurrence] : [])].join(
        '/',
      ),
      disease,
      severity,
      ...fields,
      ...(series && {
        series: {
          ...series,
          members: series.members.map(({ pathologyKey: _memberKey, ...member }) => member),
        },
      }),
      dashboardUrl: this.options.dashboardUrlOf(notice),
    };
  }
}

/** The same if the same alerts are sent again: receivers recognise a repeated message by its id. */
function idOf(ids: readonly string[]): string {
  return createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 32);
}

function sign(content: string, secret: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
