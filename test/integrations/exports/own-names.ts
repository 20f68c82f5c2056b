import type { Platform } from '../../support/platform';

/** Adds pathologies of a country's own to each country, with seven cases each in March 2026. */
export async function addOwnNames(
  database: Platform['database'],
  countries: readonly string[],
  count: number,
): Promise<void> {
  await database.query(
    `WITH own AS (
       INSERT INTO pathology (scope, key, name)
       SELECT country, lower(name), name
       FROM unnest($1::text[]) country, generate_series(1, $2) number, concat_ws(' ', 'Own name', country, number) name
       RETURNING id, scope
     )
     INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
     SELECT scope, '2026-03-03', id, 7 FROM own`,
    [countries, count],
  );
}
