import { z } from 'zod';
import { array, json, text } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryCode, storedCountry } from '../../../shared/country';
import { storedAlert } from './alert';

/**
 * The version of the rules, which stored versions begin with. Raise it with every change of what is computed from the same
 * counts (rules, their constants, lists of diseases, codes of the catalogue), or of the shape of stored alerts or histories.
 */
const RULES_VERSION = 7;

/** The beginning of the stored versions of these rules. Rows of other rules are never read. */
export const VERSION_PREFIX = `${RULES_VERSION}/`;

/** Condition: a row was stored for the week by these rules. */
const IS_STORED = `week = $week AND starts_with(version, '${VERSION_PREFIX}')`;

/** The stored alerts of all countries by the same rules, oldest computation first. */
export const LIST_STORED_ALERTS = statement({
  name: 'list_stored_alerts',
  text: `
SELECT country, version, alerts FROM country_alerts
WHERE ${IS_STORED}
ORDER BY computed_at`,
  parameters: { week: text() },
  row: z.object({ country: storedCountry, version: z.string(), alerts: z.array(storedAlert) }),
});

/** Alerts of all countries by rule. */
export const COUNT_STORED_ALERTS = statement({
  name: 'count_stored_alerts',
  text: `
SELECT alert->>'rule' AS rule, count(*)::integer AS count
FROM country_alerts, jsonb_array_elements(alerts) AS alert
WHERE ${IS_STORED}
GROUP BY 1`,
  parameters: { week: text() },
  row: z.object({ rule: storedAlert.shape.rule, count: z.int() }),
});

/** The versions of the counts from which the stored alerts were computed. */
export const LIST_STORED_VERSIONS = statement({
  name: 'list_stored_versions',
  text: `SELECT country, version FROM country_alerts WHERE ${IS_STORED}`,
  parameters: { week: text() },
  row: z.object({ country: storedCountry, version: z.string() }),
});

/** The histories of some countries by the same rules. */
export const LIST_STORED_HISTORIES = statement({
  name: 'list_stored_histories',
  text: `SELECT country, histories FROM country_alerts WHERE country = ANY ($countries) AND ${IS_STORED}`,
  parameters: { week: text(), countries: array(text<CountryCode>()) },
  row: z.object({
    country: storedCountry,
    histories: z.array(
      z.object({
        country: storedCountry,
        pathologyKey: z.string(),
        pathology: z.string(),
        icd10: z.string().nullable(),
        counts: z.array(z.int()),
      }),
    ),
  }),
});

export const STORE_ALERTS = statement({
  name: 'store_alerts',
  text: `
INSERT INTO country_alerts (country, week, version, alerts, histories)
VALUES ($country, $week, $version, $alerts, $histories)
ON CONFLICT (country) DO UPDATE
SET week = excluded.week, version = excluded.version, alerts = excluded.alerts, histories = excluded.histories,
  computed_at = now()`,
  parameters: {
    country: text<CountryCode>(),
    week: text(),
    version: text(),
    alerts: json(),
    histories: json(),
  },
});
