import { isTied } from '../1764000200000-record-by-functions';

/** Locks out logins, which may change an account's country. */
export const LOCK_ACCOUNTS = 'LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE';

/** Sets the countries of accounts that are older than the column, from all of their records. */
export const SET_COUNTRIES_OF_ACCOUNTS = `
UPDATE account a SET countries = ARRAY(SELECT DISTINCT unnest(coalesce(r.countries, '{}') || coalesce(a.country, 'ZZ')) ORDER BY 1)
FROM account own
LEFT JOIN (
  SELECT recorded_by, array_agg(DISTINCT country) AS countries
  FROM (
    SELECT recorded_by, country FROM consultation
    UNION ALL
    SELECT recorded_by, country FROM fhir_encounter
  ) x
  GROUP BY recorded_by
) r ON r.recorded_by = own.id
WHERE own.id = a.id AND a.countries IS NULL AND ${isTied('a')}`;
