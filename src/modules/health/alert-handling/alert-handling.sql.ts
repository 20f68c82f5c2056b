import { z } from 'zod';
import { lockAccountsNotErased } from '../../../platform/database/erased-account.sql';
import { nullable, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryCode, type CountryScope, storedCountry } from '../../../shared/country';
import { ALERT_ACTS } from './handling.schema';

const isoTimestamp = z.date().transform((date) => date.toISOString());

/** SQL expression: the name of account `a`; null if it has none, or is erased. */
const NAME_OF_ACCOUNT = `coalesce(nullif(a.name, ''), nullif(a.email, ''))`;

const actRow = z.object({
  act: z.enum(ALERT_ACTS),
  content: z.string().nullable(),
  by: z.string().nullable(),
  at: isoTimestamp,
});

/** Lets one transaction at a time add acts on a disease in a country. */
export const LOCK_ALERT_ACTS = statement({
  name: 'lock_alert_acts',
  text: `SELECT FROM pg_advisory_xact_lock(hashtext('alert_act'), hashtext($country || ' ' || $disease))`,
  parameters: { country: text<CountryCode>(), disease: text() },
});

/**
 * The acts on an episode, oldest first. Its first week moves while cases are recorded late: an act belongs to the episode if
 * the weeks of both overlap.
 */
export const LIST_ALERT_ACTS = statement({
  name: 'list_alert_acts',
  text: `
SELECT d.act, d.content, ${NAME_OF_ACCOUNT} AS by, d.at, d.account_id AS "accountId"
FROM alert_act d LEFT JOIN account a ON a.id = d.account_id
WHERE d.country = $country AND d.disease = $disease AND d.since <= $week AND d.week >= $since
ORDER BY d.id`,
  parameters: { country: text<CountryCode>(), disease: text(), since: text(), week: text() },
  row: actRow.extend({ accountId: z.string() }),
});

/** The acts on episodes that lasted until a week or longer, in one country or all, oldest first; without the texts of notes. */
export const LIST_ACTS_OF_COUNTRIES = statement({
  name: 'list_acts_of_countries',
  text: `
SELECT d.country, d.disease, d.since, d.week, d.act, CASE WHEN d.act = 'assign' THEN d.content END AS content,
  ${NAME_OF_ACCOUNT} AS by, d.at
FROM alert_act d LEFT JOIN account a ON a.id = d.account_id
WHERE ($scope = '*' OR d.country = $scope) AND d.week >= $since
ORDER BY d.id`,
  parameters: { scope: text<CountryScope>(), since: text() },
  row: actRow.extend({ country: storedCountry, disease: z.string(), since: z.string(), week: z.string() }),
  connection: 'replica',
});

/** Stores an act; no row if the account is erased. */
export const STORE_ALERT_ACT = statement({
  name: 'store_alert_act',
  text: `
WITH own AS (${lockAccountsNotErased('a.id = $accountId::uuid')})
INSERT INTO alert_act (country, disease, since, week, act, content, account_id)
SELECT $country, $disease, $since, $week, $act, $content, own.id FROM own
RETURNING id`,
  parameters: {
    country: text<CountryCode>(),
    disease: text(),
    since: text(),
    week: text(),
    act: text<(typeof ALERT_ACTS)[number]>(),
    content: nullable(text()),
    accountId: uuid(),
  },
  row: z.object({ id: z.string() }),
});
