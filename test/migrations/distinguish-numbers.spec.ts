import { DistinguishNumbers1764100800000 } from '../../migrations/1764100800000-distinguish-numbers';
import { EarlierDatabase } from './fresh-database';

/** Names of countries with the keys of the earlier release, and the keys that the migration gives them. */
const NAMES = [
  ['KE', 'Zolprin 2.5 mg', 'zolprin25mg', 'zolprin2.5mg'],
  ['KE', 'CD4 <200', 'cd4200', 'cd4<200'],
  ['KE', 'Grade 12', 'grade12', 'grade12'],
  ['KE', 'Homa', 'homa', 'homa'],
  // Recorded by its code, which is its key.
  ['KE', 'Z99.8 Hb <7', 'z998', 'z998'],
  // The key of the earlier release was already that of the next name.
  ['KE', 'Stage 1-2', 'stage12', 'stage12'],
  ['KE', 'Stage 1- 2', 'stage1-2', 'stage1-2'],
  ['UG', 'Zolprin 2,5 mg', 'zolprin25mg', 'zolprin2.5mg'],
] as const;

describe('the migration DistinguishNumbers', () => {
  const database = new EarlierDatabase('DistinguishNumbers1764100800000');

  async function createNames(table: 'pathology' | 'medication'): Promise<void> {
    const others = table === 'medication' ? [', atc_codes', `, '{}'`] : ['', ''];
    for (const [scope, name, key] of NAMES)
      await database.connection.query(
        `WITH n AS (
           INSERT INTO ${table} (scope, key, name${others[0]}) VALUES ($1, $2, $3${others[1]}) RETURNING id
         )
         INSERT INTO ${table}_name (scope, key, ${table}_id) SELECT $1, $2, id FROM n`,
        [scope, key, name],
      );
  }

  const listKeys = (table: 'pathology' | 'medication'): Promise<unknown> =>
    database.connection.query(
      `SELECT e.scope, e.name, e.key, n.key AS name_key
       FROM ${table} e JOIN ${table}_name n ON n.${table}_id = e.id
       WHERE e.scope <> '*' ORDER BY e.id`,
    );

  it.each(['pathology', 'medication'] as const)(
    'changes keys of the names of a %s that has signs of numbers, and restores them',
    async (table) => {
      const catalogue = `SELECT key, ${table}_id FROM ${table}_name WHERE scope = '*' ORDER BY key`;
      const before: unknown = await database.connection.query(catalogue);
      await createNames(table);
      const rows = (position: 2 | 3) =>
        NAMES.map((row) => ({ scope: row[0], name: row[1], key: row[position], name_key: row[position] }));
      expect(await listKeys(table)).toEqual(rows(2));
      await database.migrate();
      expect(await listKeys(table)).toEqual(rows(3));
      expect(await database.connection.query(catalogue)).toEqual(before);
      await database.revert();
      expect(await listKeys(table)).toEqual(rows(2));
    },
  );

  it('keeps the key of a name whose new key is another name of a pathology', async () => {
    await createNames('pathology');
    await database.connection.query(
      `INSERT INTO pathology_name (scope, key, pathology_id)
       SELECT scope, 'cd4<200', id FROM pathology WHERE scope = 'KE' AND key = 'z998'`,
    );
    await database.migrate();
    expect(await listKeys('pathology')).toEqual(
      expect.arrayContaining([
        { scope: 'KE', name: 'CD4 <200', key: 'cd4200', name_key: 'cd4200' },
        { scope: 'KE', name: 'Z99.8 Hb <7', key: 'z998', name_key: 'cd4<200' },
        { scope: 'KE', name: 'Zolprin 2.5 mg', key: 'zolprin2.5mg', name_key: 'zolprin2.5mg' },
      ]),
    );
  });

  it('keeps the key of a name whose new key becomes another name while it runs', async () => {
    await createNames('pathology');
    const runner = database.connection.createQueryRunner();
    const start = runner.startTransaction.bind(runner);
    jest.spyOn(runner, 'startTransaction').mockImplementation(async () => {
      await start();
      await runner.query(
        `INSERT INTO pathology_name (scope, key, pathology_id)
         SELECT scope, 'cd4<200', id FROM pathology WHERE scope = 'KE' AND key = 'homa' ON CONFLICT DO NOTHING`,
      );
    });
    try {
      await new DistinguishNumbers1764100800000().up(runner);
    } finally {
      await runner.release();
    }
    expect(await listKeys('pathology')).toEqual(
      expect.arrayContaining([{ scope: 'KE', name: 'CD4 <200', key: 'cd4200', name_key: 'cd4200' }]),
    );
  });

  it('continues a run that was interrupted', async () => {
    await createNames('pathology');
    const query = `UPDATE pathology SET key = 'cd4<200' WHERE key = 'cd4200'`;
    await database.connection.query(query);
    await database.connection.query(query.replace('pathology', 'pathology_name'));
    await database.migrate();
    expect(await listKeys('pathology')).toEqual(
      NAMES.map(([scope, name, , key]) => ({ scope, name, key, name_key: key })),
    );
  });

  it('keeps the key of a name whose earlier key another one has, if it is reverted', async () => {
    await createNames('pathology');
    await database.migrate();
    await database.connection.query(
      `WITH n AS (INSERT INTO pathology (scope, key, name) VALUES ('KE', 'zolprin25mg', 'Zolprin 25 mg') RETURNING id)
       INSERT INTO pathology_name (scope, key, pathology_id) SELECT 'KE', 'zolprin25mg', id FROM n`,
    );
    await database.revert();
    expect(await listKeys('pathology')).toEqual(
      expect.arrayContaining([
        { scope: 'KE', name: 'Zolprin 2.5 mg', key: 'zolprin2.5mg', name_key: 'zolprin2.5mg' },
        { scope: 'KE', name: 'Zolprin 25 mg', key: 'zolprin25mg', name_key: 'zolprin25mg' },
        { scope: 'UG', name: 'Zolprin 2,5 mg', key: 'zolprin25mg', name_key: 'zolprin25mg' },
      ]),
    );
  });
});
