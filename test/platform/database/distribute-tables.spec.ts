import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { LIST_CONSULTATIONS } from '../../../src/modules/consultations/listing/consultation-list.sql';
import { CREATE_BATCH_PATHOLOGIES } from '../../../src/modules/consultations/recording/consultation-batch.sql';
import {
  RECORD_CONSULTATION,
  RECORD_CONSULTATION_GROUP,
} from '../../../src/modules/consultations/recording/consultation-recording.sql';
import {
  FIND_CONSULTATION,
  VOID_CONSULTATION,
} from '../../../src/modules/consultations/voiding/consultation-void.sql';
import { distribution } from '../../../migrations/distribution/tables';
import { readDatabaseSettings } from '../../../src/platform/config/environment';
import { migrationOptions } from '../../../src/platform/database/data-source';
import { Database } from '../../../src/platform/database/database';
import { distributeTables } from '../../../src/platform/database/distribute-tables';
import { Distribution } from '../../../src/platform/database/distribution';
import { migrate } from '../../../src/platform/database/migrations';
import type { Statement } from '../../../src/platform/database/statement';
import { UNKNOWN_COUNTRY } from '../../../src/shared/country';
import { runAdminStatement } from '../../runner/admin-connection';
import { createCitusDatabase } from '../../runner/citus-cluster';
import { createDatabase, type TestDatabase } from '../../support/database';
import { otherNodes, serverUrl } from '../../support/database-server';
import { TEST_SETTINGS } from '../../support/environment';

const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const RECORDED = {
  country: UNKNOWN_COUNTRY,
  key: 'malaria',
  patientId: 'P-1',
  consultedAt: '2026-03-14T00:00:00Z',
  role: 'doctor',
  address: '192.0.2.7',
  requestId: null,
  accountId: ACCOUNT,
};
const NONE = { tables: [], functions: [], triggers: [], references: [], nodes: 2 };

const open = (url: string) =>
  new DataSource(
    migrationOptions(readDatabaseSettings({ ...TEST_SETTINGS, DATABASE_URL: url })),
  ).initialize();

describe('spreading the tables over a server without Citus', () => {
  it('is refused with the reason, and changes nothing', async () => {
    const database = await createDatabase({ empty: true });
    const source = await open(database.ownerUrl);
    await expect(distributeTables(source)).rejects.toThrow(
      'The database of DATABASE_URL is not on Citus: it has no extension citus. Nothing was done.',
    );
    await source.destroy();
    await database.drop();
  });
});

const isOnCitus = otherNodes().length > 0;
if (!isOnCitus)
  process.stdout.write('Tests of tables on Citus were left out: npm run test:citus runs them.\n');

(isOnCitus ? describe : describe.skip)('tables that are spread over the nodes of Citus', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createDatabase();
    source = await open(database.ownerUrl);
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  /** Returns the number of shards that a statement reads or writes. */
  async function countTasks(
    { sql, order }: Statement,
    values: Readonly<Record<string, unknown>>,
  ): Promise<number> {
    const rows = await source.query<{ 'QUERY PLAN': string }[]>(
      `EXPLAIN ${sql}`,
      order.map((name) => values[name]),
    );
    const tasks = rows.flatMap(({ 'QUERY PLAN': line }) => /Task Count: (\d+)/.exec(line)?.[1] ?? []);
    return tasks.reduce((sum, count) => sum + Number(count), 0);
  }

  it('stay as they are if the command runs again', async () => {
    expect(await distributeTables(source)).toEqual(NONE);
    expect(await new Distribution(new Database(source)).isDistributed()).toBe(true);
  });

  it('take a new name from the role of the application, which may not rename or delete it', async () => {
    const application = await open(database.url);
    const row = { item: 0, country: UNKNOWN_COUNTRY, key: 'a new name', name: 'A new name' };
    const values = { rows: JSON.stringify([row]) };
    await new Database(application).run(CREATE_BATCH_PATHOLOGIES, values);
    await new Database(application).run(CREATE_BATCH_PATHOLOGIES, values);
    expect(await source.query(`SELECT scope, name FROM pathology WHERE key = 'a new name'`)).toEqual([
      { scope: UNKNOWN_COUNTRY, name: 'A new name' },
    ]);
    for (const statement of [
      `UPDATE pathology SET name = 'Another' WHERE key = 'a new name'`,
      `DELETE FROM pathology WHERE key = 'a new name'`,
      `UPDATE medication SET atc_codes = '{}'`,
    ])
      await expect(application.query(statement)).rejects.toMatchObject({ code: '42501' });
    await application.destroy();
  });

  it.each([
    ['a record', RECORD_CONSULTATION],
    ['a group of records', RECORD_CONSULTATION_GROUP],
    ['a void', VOID_CONSULTATION],
  ])('are written by %s on the node of its country', async (_name, statement) => {
    const group = {
      keys: [RECORDED.key],
      countries: [RECORDED.country],
      patientIds: [RECORDED.patientId],
      consultedAts: [RECORDED.consultedAt],
      accountIds: [ACCOUNT],
      roles: ['doctor'],
      addresses: [null],
      requestIds: [null],
    };
    const voided = { id: ACCOUNT, reason: 'Recorded twice' };
    expect(await countTasks(statement, { ...RECORDED, ...group, ...voided })).toBe(1);
  });

  it.each([
    ['a consultation', FIND_CONSULTATION],
    ['a list', LIST_CONSULTATIONS],
  ])('are read for %s on the node of the account’s country', async (_name, statement) => {
    const empty = Object.fromEntries(statement.order.map((name) => [name, null]));
    const values = { ...empty, id: ACCOUNT, accountId: ACCOUNT, limit: 21 };
    expect(await countTasks(statement, { ...values, countries: ['KE'] })).toBe(1);
    expect(await countTasks(statement, { ...values, countries: null })).toBe(8);
  });

  it('have the countries of an account that moved, and any country of an administrator', async () => {
    const distribution = new Distribution(new Database(source));
    const insert = `INSERT INTO account (issuer, subject, email, name, role, country)
      VALUES ('test', $1, '', '', $2, $3) RETURNING id`;
    const create = async (...values: readonly unknown[]) => {
      const [{ id }] = await source.query<[{ id: string }]>(insert, [...values]);
      return id;
    };
    const doctor = await create('doctor', 'doctor', 'KE');
    await source.query(`UPDATE account SET country = 'UG' WHERE id = $1`, [doctor]);
    expect(await distribution.countriesOf(doctor)).toEqual(['KE', 'UG']);
    const former = await create('former', 'admin', 'KE');
    await source.query(`UPDATE account SET role = 'doctor' WHERE id = $1`, [former]);
    expect(await distribution.countriesOf(former)).toBeNull();
    expect(await distribution.countriesOf(await create('homeless', 'user', null))).toEqual(['ZZ']);
    expect(await distribution.countriesOf(await create('everywhere', 'doctor', '*'))).toBeNull();
  });

  it('get a trigger on every shard that only the coordinator has', async () => {
    await source.query(`SET citus.enable_ddl_propagation = off`);
    await source.query(`CREATE TRIGGER sale_is_kept BEFORE DELETE ON medication_sale
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record()`);
    await source.query(`RESET citus.enable_ddl_propagation`);
    await expect(source.query('DELETE FROM medication_sale')).resolves.toBeDefined();
    expect(await distributeTables(source)).toEqual({
      ...NONE,
      triggers: ['sale_is_kept on medication_sale'],
    });
    await expect(source.query('DELETE FROM medication_sale')).rejects.toMatchObject({ code: '23001' });
    expect(await distributeTables(source)).toEqual(NONE);
  });

  it('get the trigger of a migration on every shard if the migration permits it', async () => {
    await source.transaction(async (manager) => {
      await manager.query(`SELECT set_config('citus.enable_unsafe_triggers', 'on', true)`);
      await manager.query(`CREATE FUNCTION refuse_units() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'restrict_violation'; END $$`);
      await manager.query(`CREATE TRIGGER units_are_kept BEFORE UPDATE ON medication_sale
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_units()`);
    });
    await expect(source.query('UPDATE medication_sale SET units = 1')).rejects.toMatchObject({
      code: '23001',
    });
    expect(await distributeTables(source)).toEqual(NONE);
  });

  it('have the rows of the time before, and none on the coordinator', async () => {
    const nodes = [serverUrl(), ...otherNodes()];
    const name = `test_${randomBytes(6).toString('hex')}`;
    const url = await createCitusDatabase(nodes, name);
    await migrate(readDatabaseSettings({ ...TEST_SETTINGS, DATABASE_URL: url }));
    const migrated = await open(url);
    const data = new Database(migrated);
    // Accounts that are older than the column: one has recorded, the other has not.
    await migrated.query(
      `INSERT INTO account (id, issuer, subject, email, name, role, country)
       VALUES ('${ACCOUNT}', 'test', 'mover', '', '', 'doctor', 'KE'), (uuidv7(), 'test', 'new', '', '', 'doctor', 'KE')`,
    );
    await migrated.query('UPDATE account SET countries = NULL');
    await migrated.query(
      `SELECT record_consultation(country, 'malaria', 'P-1', '2026-03-14T00:00:00Z', '${ACCOUNT}')
       FROM unnest('{KE,UG,TZ}'::text[]) AS country`,
    );
    const { tables, functions, references } = await distributeTables(migrated);
    expect(tables).toContain('consultation');
    expect([...new Set(functions)].sort()).toEqual([...distribution.functions].sort());
    expect(references.join()).toContain('of pathology_daily_count');
    expect(
      await migrated.query<unknown[]>(
        `SELECT subject, countries FROM account WHERE issuer = 'test' ORDER BY subject`,
      ),
    ).toEqual([
      { subject: 'mover', countries: ['KE', 'TZ', 'UG'] },
      { subject: 'new', countries: ['KE'] },
    ]);
    expect(await data.rows(RECORD_CONSULTATION, RECORDED)).toMatchObject([{ pathologyName: 'Malaria' }]);
    const [counts] = await migrated.query<unknown[]>(`
      SELECT (SELECT count(*)::integer FROM consultation) AS consultations,
        (SELECT count(*)::integer FROM pathology_count_change) AS changes,
        pg_relation_size('consultation')::integer AS bytes`);
    expect(counts).toEqual({ consultations: 4, changes: 4, bytes: 0 });
    await expect(migrated.query('DELETE FROM consultation')).rejects.toMatchObject({ code: '23001' });
    await migrated.destroy();
    for (const node of nodes) await runAdminStatement(`DROP DATABASE ${name} WITH (FORCE)`, node);
  });
});
