import { z } from 'zod';
import { text, uuid } from '../../platform/database/parameter';
import { statement } from '../../platform/database/statement';

/** What an account did about alerts. */
export const LIST_ALERT_ACTS_OF_SUBJECT = statement({
  name: 'list_alert_acts_of_subject',
  text: `
SELECT country, disease, since, week, act, content, at FROM alert_act WHERE account_id = $accountId ORDER BY id`,
  parameters: { accountId: uuid() },
  row: z.object({
    country: z.string(),
    disease: z.string(),
    since: z.string(),
    week: z.string(),
    act: z.string(),
    content: z.string().nullable(),
    at: z.date(),
  }),
});

/** SQL condition: a text has the name of an account. */
const HAS_NAME = `normalize(content, NFC) ~* $pattern`;

/** How many acts an account did, and how many texts of everybody have its name. */
export const COUNT_ALERT_ACTS_OF_SUBJECT = statement({
  name: 'count_alert_acts_of_subject',
  text: `
SELECT count(*) FILTER (WHERE account_id = $accountId)::integer AS acts, count(*) FILTER (WHERE ${HAS_NAME})::integer AS texts
FROM alert_act`,
  parameters: { accountId: uuid(), pattern: text() },
  row: z.object({ acts: z.int(), texts: z.int() }),
});

/** Replaces the name of an account in the texts of everybody. Only the role that owns the tables may. */
export const ERASE_NAME_IN_ALERT_ACTS = statement({
  name: 'erase_name_in_alert_acts',
  text: `
UPDATE alert_act SET content = regexp_replace(normalize(content, NFC), $pattern, 'erased', 'gi') WHERE ${HAS_NAME}`,
  parameters: { pattern: text() },
});
