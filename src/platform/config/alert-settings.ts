import { z } from 'zod';
import { LOCALES } from '../../shared/locale';
import { type Variables, list, oneOf, url } from './setting-types';

const emailAddress = z.email('expected an address such as alerts@health.example.org');

const emailAddresses = list.transform((texts, context) => {
  for (const text of texts) {
    const { error } = emailAddress.safeParse(text);
    if (error) context.addIssue({ code: 'custom', message: `"${text}": ${error.issues[0]?.message}` });
  }
  return texts;
});

/** Settings of the messages about new alerts. */
export const alertSettings = {
  ALERT_WEBHOOK_URL: url
    .optional()
    .describe('where new alerts are posted as JSON, each episode once; nowhere if unset'),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'expected whsec_ and at least 24 bytes in base64')
    .optional()
    .describe(
      'signs what is posted to `ALERT_WEBHOOK_URL`, as standardwebhooks.com describes: `whsec_` and base64',
    ),
  ALERT_EMAIL_TO: emailAddresses
    .prefault('')
    .describe('addresses that get an e-mail about new alerts, each episode once, separated by commas'),
  ALERT_EMAIL_FROM: emailAddress.optional().describe('sender of these e-mails'),
  ALERT_EMAIL_LANGUAGE: oneOf(LOCALES).default(LOCALES[0]).describe('language of these e-mails'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'expected smtps://user:password@host:port' })
    .optional()
    .describe(
      'server that sends e-mails; `smtps` is encrypted from the start, `smtp` if the server offers it',
    ),
} as const;

/** Yields the unmet conditions between the settings of alerts. */
export function* findUnmetAlertConditions(variables: Variables): Generator<string> {
  if (variables.ALERT_WEBHOOK_SECRET && !variables.ALERT_WEBHOOK_URL)
    yield 'ALERT_WEBHOOK_URL: required with ALERT_WEBHOOK_SECRET';
  if (!variables.ALERT_EMAIL_TO) return;
  for (const name of ['ALERT_EMAIL_FROM', 'SMTP_URL'])
    if (!variables[name]) yield `${name}: required with ALERT_EMAIL_TO`;
}
