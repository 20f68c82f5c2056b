import { EarlierDatabase } from './fresh-database';

describe('the migration NamePathologiesByCode', () => {
  const database = new EarlierDatabase('NamePathologiesByCode1764101000000');

  const query = (sql: string): Promise<unknown> => database.connection.query(sql);

  const create = async (scope: string, name: string, keys: readonly [string, ...string[]]): Promise<void> => {
    await query(
      `WITH created AS (
         INSERT INTO pathology (scope, key, name) VALUES ('${scope}', '${keys[0]}', '${name}') RETURNING id
       )
       INSERT INTO pathology_name (scope, key, pathology_id)
       SELECT '${scope}', key, id FROM created, unnest('{${keys.join(',')}}'::text[]) AS key`,
    );
  };

  it('leaves no two pathologies of a country with one name, and no name that reads as another code', async () => {
    await create('KE', 'Q93.5 ANGELMAN', ['q935angelman']);
    await create('KE', 'Q93.5 Angelman', ['q935']);
    await create('KE', 'Q97 1', ['q97']);
    await create('KE', 'Q97.1 Mosaic', ['q971', 'q971mosaic']);
    await create('UG', 'Q93.5 Angelman', ['q935', 'q935angelman']);
    await create('UG', 'Q97 1', ['q97']);
    await create('RW', 'Q98.4 Klinefelter', ['q984klinefelter']);
    await create('RW', 'Q98.4', ['q984']);
    await database.migrate();
    expect(
      await query(`SELECT scope, key, name FROM pathology WHERE scope <> '*' ORDER BY scope, key`),
    ).toEqual([
      { scope: 'KE', key: 'q935', name: 'Q93.5' },
      { scope: 'KE', key: 'q935angelman', name: 'Q93.5 ANGELMAN' },
      { scope: 'KE', key: 'q97', name: 'Q97' },
      { scope: 'KE', key: 'q971', name: 'Q97.1 Mosaic' },
      { scope: 'RW', key: 'q984', name: 'Q98.4' },
      { scope: 'RW', key: 'q984klinefelter', name: 'Q98.4 Klinefelter' },
      { scope: 'UG', key: 'q935', name: 'Q93.5 Angelman' },
      { scope: 'UG', key: 'q97', name: 'Q97 1' },
    ]);
  });
});
