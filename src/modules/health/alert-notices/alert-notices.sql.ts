import { z } from 'zod';
import { json, text } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { storedCountry } from '../../../shared/country';
import { REPORTED_SEVERITIES } from './alert-notice';

/** Takes the lock of a channel until the end of the transaction; false if another process has it. */
export const LOCK_CHANNEL = statement({
  name: 'lock_alert_channel',
  text: `SELECT pg_try_advisory_xact_lock(hashtext('alert_notice'), hashtext($channel)) AS "isLocked"`,
  parameters: { channel: text() },
  row: z.object({ isLocked: z.boolean() }),
});

/** The episodes that were reported by a channel. */
export const LIST_REPORTED_EPISODES = statement({
  name: 'list_reported_episodes',
  text: `SELECT country, disease, since, last_week AS "lastWeek", severity FROM alert_notice WHERE channel = $channel`,
  parameters: { channel: text() },
  row: z.object({
    country: storedCountry,
    disease: z.string(),
    since: z.string(),
    lastWeek: z.string(),
    severity: z.enum(REPORTED_SEVERITIES),
  }),
});

/** Stores the episodes that are reported by a channel. */
export const STORE_REPORTED_EPISODES = statement({
  name: 'store_reported_episodes',
  text: `
INSERT INTO alert_notice (channel, country, disease, since, last_week, severity)
SELECT $channel, country, disease, since, "lastWeek", severity
FROM jsonb_to_recordset($episodes::jsonb) AS reported (country text, disease text, since text, "lastWeek" text, severity text)
ON CONFLICT (channel, country, disease) DO UPDATE
SET since = excluded.since, last_week = excluded.last_week, severity = excluded.severity, sent_at = now()`,
  parameters: { channel: text(), episodes: json() },
});

/** Removes episodes that were reported by a channel, so that the next alerts on these diseases are new. */
export const REMOVE_REPORTED_EPISODES = statement({
  name: 'remove_reported_episodes',
  text: `
DELETE FROM alert_notice n
USING jsonb_to_recordset($episodes::jsonb) AS withdrawn (country text, disease text)
WHERE n.channel = $channel AND n.country = withdrawn.country AND n.disease = withdrawn.disease`,
  parameters: { channel: text(), episodes: json() },
});
