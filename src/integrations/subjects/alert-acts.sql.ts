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

const NAME = { country: text(), pattern: text(), emailPattern: text() };

/** SQL expression: what identifies an account in a text. Its name is that of others in other countries. */
const PATTERN = `CASE WHEN $country = '*' OR country = $country THEN $pattern ELSE $emailPattern END`;

/** SQL condition: a text identifies an account. */
const HAS_NAME = `normalize(content, NFC) ~* ${PATTERN}`;

/** How many acts an account did. */
export const COUNT_ALERT_ACTS_OF_SUBJECT = statement({
  name: 'count_alert_acts_of_subject',
  text: 'SELECT count(*)::integer AS acts FROM alert_act WHERE account_id = $accountId',
  parameters: { accountId: uuid() },
  row: z.object({ acts: z.int() }),
});

/** The texts of everybody that identify an account. */
export const LIST_ALERT_TEXTS_OF_SUBJECT = statement({
  name: 'list_alert_texts_of_subject',
  text: `SELECT country, disease, content FROM alert_act WHERE ${HAS_NAME} ORDER BY country, id`,
  parameters: NAME,
  row: z.object({ country: z.string(), disease: z.string(), content: z.string().nullable() }),
});

/**
 * Deletes the stored responses about alerts that name an account. A retry runs again then: what it did is found, and not done
 * twice. The name counts in responses to its country, to accounts of all countries, and of earlier versions, without a country.
 */
export const DELETE_ALERT_RESPONSES_WITH_NAME = statement({
  name: 'delete_alert_responses_with_name',
  text: `
DELETE FROM idempotent_answer WHERE path = 'health.handleAlert' AND EXISTS (
  SELECT FROM jsonb_path_query(body::jsonb, '$.** ? (@.type() == "string")') value
  WHERE normalize(value #>> '{}', NFC) ~* CASE
    WHEN $country = '*' OR coalesce(country, '') IN ('', '*', $country) THEN $pattern ELSE $emailPattern
  END
)`,
  parameters: NAME,
});

/** Replaces the name of an account in the texts of everybody. Only the role that owns the tables may. */
export const ERASE_NAME_IN_ALERT_ACTS = statement({
  name: 'erase_name_in_alert_acts',
  text: `
UPDATE alert_act SET content = regexp_replace(normalize(content, NFC), ${PATTERN}, 'erased', 'gi') WHERE ${HAS_NAME}`,
  parameters: NAME,
});
