import type { DataSource } from 'typeorm';
import { MAX_OWN_NAMES } from '../../src/shared/own-names';

/** Gives a country names of its own, "Own name 1" and so on, until it may create only `room` more. */
export async function fillOwnNames(
  database: DataSource,
  table: 'pathology' | 'medication',
  { country, room = 0 }: { readonly country: string; readonly room?: number },
): Promise<void> {
  const codes = table === 'medication' ? [', atc_codes', `, '{}'`] : ['', ''];
  await database.query(
    `WITH created AS (
       INSERT INTO ${table} (scope, key, name${codes[0]})
       SELECT $1, 'ownname' || n, 'Own name ' || n${codes[1]}
       FROM generate_series(1, $2::integer - (SELECT count(*) FROM ${table} WHERE scope = $1)) n
       RETURNING id, scope, key
     )
     INSERT INTO ${table}_name (scope, key, ${table}_id) SELECT scope, key, id FROM created`,
    [country, MAX_OWN_NAMES - room],
  );
}

export async function countOwnNames(
  database: DataSource,
  table: 'pathology' | 'medication',
  country: string,
): Promise<number> {
  const [{ count }] = await database.query<[{ count: number }]>(
    `SELECT count(*)::integer AS count FROM ${table} WHERE scope = $1`,
    [country],
  );
  return count;
}
