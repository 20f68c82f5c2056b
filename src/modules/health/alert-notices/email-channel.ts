import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { getCountryName } from '../../../shared/country-name';
import type { Locale } from '../../../shared/locale';
import { findSeries } from '../alerts/disease-series';
import type { AlertChannel } from './alert-channel';
import type { AlertNotice } from './alert-notice';
import { EMAIL_TEXTS } from './email.texts';
import { translateName } from '../names/translate-names';

/** Of one step of the mail server. */
const TIMEOUT_MS = 10_000;
/** Of the whole e-mail: a server that sends something in each step could take hours, and a transaction waits for it. */
const TOTAL_TIMEOUT_MS = 30_000;

interface EmailOptions {
  readonly from: string;
  readonly to: string;
  readonly language: Locale;
  /** Returns where a person looks at the alert. */
  readonly dashboardUrlOf: (notice: AlertNotice) => string;
  /** Time for the whole e-mail, in ms; 30 s by default. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Sends an e-mail about alerts to one address, as plain text. A mail server can refuse one of several addresses and accept the
 * mail for the others, and those must not get it again.
 */
export class EmailChannel implements AlertChannel {
  readonly name: string;

  /** @param url of the server, with user and password */
  constructor(
    readonly url: string,
    private readonly options: EmailOptions,
  ) {
    this.name = `email ${createHash('sha256').update(options.to).digest('hex').slice(0, 16)}`;
  }

  async send(notices: readonly AlertNotice[]): Promise<void> {
    const { from, to, language, timeoutMs = TOTAL_TIMEOUT_MS } = this.options;
    const texts = EMAIL_TEXTS[language];
    const transport = createTransport({
      url: this.url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const paragraphs = [...notices.map((notice) => this.describe(notice)), texts.why];
    try {
      await transport.sendMail({
        from,
        to,
        subject: `${texts.subject}: ${this.summarise(notices)}`,
        text: paragraphs.join('\n\n'),
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      });
    } finally {
      transport.close();
    }
  }

  /** The first alert, and how many more there are. */
  private summarise(notices: readonly AlertNotice[]): string {
    const [first] = notices;
    if (!first) return '';
    const title = this.titleOf(first);
    return notices.length === 1 ? title : `${title} +${notices.length - 1}`;
  }

  private titleOf({ disease, country, alert }: AlertNotice): string {
    const { language } = this.options;
    const kind = findSeries(alert.icd10) ? 'series' : 'pathologies';
    return `${translateName(kind, disease, language).name}, ${getCountryName(country, language)}`;
  }

  private describe(notice: AlertNotice): string {
    const { severity, alert } = notice;
    const texts = EMAIL_TEXTS[this.options.language];
    const { count, week, episode } = alert;
    return [
      `[${texts[severity]}] ${this.titleOf(notice)}`,
      `${texts.casesInWeek} ${week}: ${count}. ${texts.casesSince} ${episode.since}: ${episode.cases}. ${texts[episode.trend]}.`,
      this.options.dashboardUrlOf(notice),
    ].join('\n');
  }
}
