import type { DataSource } from 'typeorm';

/**
 * Makes a database refuse writes to a table.
 * @param event of a trigger, for example `INSERT ON consultation`
 * @param exception what PL/pgSQL raises
 * @returns a function that permits the writes again
 */
export async function refuseWrites(
  database: DataSource,
  event: string,
  exception = `'refused'`,
): Promise<() => Promise<unknown>> {
  const body = `$$ BEGIN RAISE EXCEPTION ${exception}; END $$`;
  await database.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS ${body}`);
  await database.query(`CREATE TRIGGER refuse BEFORE ${event} FOR EACH ROW EXECUTE FUNCTION refuse()`);
  return () => database.query('DROP FUNCTION refuse() CASCADE');
}
