import { z } from 'zod';
import { json, text, timestamp } from '../../../platform/database/parameter';
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

/** The time of the database, in which reports are stored. */
export const READ_TIME = statement({
  name: 'read_time',
  text: 'SELECT clock_timestamp()::text AS now',
  row: z.object({ now: z.string() }),
});

/** The episodes that were reported by a channel. */
export const LIST_REPORTED_EPISODES = statement({
  name: 'list_reported_episodes',
  text: `
SELECT country, disease, since, last_week AS "lastWeek", severity, is_single_case AS "isSingleCase", occurrence,
  is_withdrawn AS "isWithdrawn", sent_at < $searchedAt AS "isOlderThanSearch"
FROM alert_notice WHERE channel = $channel`,
  parameters: { channel: text(), searchedAt: timestamp() },
  row: z.object({
    country: storedCountry,
    disease: z.string(),
    since: z.string(),
    lastWeek: z.string(),
    severity: z.enum(REPORTED_SEVERITIES),
    isSingleCase: z.boolean(),
    occurrence: z.int(),
    isWithdrawn: z.boolean(),
    isOlderThanSearch: z.boolean(),
  }),
});

/** Stores the episodes that are reported by a channel. */
export const STORE_REPORTED_EPISODES = statement({
  name: 'store_reported_episodes',
  text: `
INSERT INTO alert_notice (channel, country, disease, since, last_week, severity, is_single_case, occurrence, is_withdrawn)
SELECT $channel, country, disease, since, "lastWeek", severity, "isSingleCase", occurrence, "isWithdrawn"
FROM jsonb_to_recordset($episodes::jsonb) AS reported (
  country text, disease text, since text, "lastWeek" text, severity text, "isSingleCase" boolean, occurrence integer,
  "isWithdrawn" boolean
)
ON CONFLICT (channel, country, disease) DO UPDATE
SET since = excluded.since, last_week = excluded.last_week, severity = excluded.severity,
  is_single_case = excluded.is_single_case, occurrence = excluded.occurrence, is_withdrawn = excluded.is_withdrawn, sent_at = now()`,
  parameters: { channel: text(), episodes: json() },
});
