import { setTimeout as wait } from 'node:timers/promises';
import { readDatabaseSettings } from '../../src/platform/config/environment';
import { migrate } from '../../src/platform/database/migrations';
import { EarlierDatabase } from './fresh-database';

const NAME = 'IndexClaimsByRecord1764100300000';
const INSERT = `INSERT INTO consultation_claim (account_id, external_id, digest, country, consultation_id)
  SELECT gen_random_uuid(), 'visit-' || n, '\\x01', 'KE', gen_random_uuid() FROM generate_series(1, 20000) n`;

describe('the indexes of claims', () => {
  const database = new EarlierDatabase(NAME);

  const listIndexes = () =>
    database.connection.query<{ name: string; valid: boolean }[]>(
      `SELECT c.relname AS name, i.indisvalid AS valid
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE i.indrelid IN ('consultation_claim'::regclass, 'fhir_encounter_claim'::regclass) AND NOT i.indisprimary
       ORDER BY 1`,
    );
  const COMPLETE = [
    { name: 'consultation_claim_consultation_idx', valid: true },
    { name: 'consultation_claim_erased_idx', valid: true },
    { name: 'fhir_encounter_claim_encounter_idx', valid: true },
  ];

  it('are built while another transaction writes, which waits for nothing', async () => {
    await database.connection.query(INSERT);
    const writer = database.connection.createQueryRunner();
    await writer.startTransaction();
    await writer.query(INSERT);
    // The limit for locks is shorter than the transaction that the build waits for.
    const settings = { ...database.settings, MIGRATION_LOCK_TIMEOUT_MS: '50' };
    const reports: string[] = [];
    const migrating = migrate(readDatabaseSettings(settings), { report: (message) => reports.push(message) });
    await Promise.race([migrating, wait(500)]);
    await writer.query(`SET LOCAL lock_timeout = 1000`);
    await writer.query(INSERT);
    await writer.commitTransaction();
    await writer.release();
    expect(await migrating).toContain(NAME);
    expect(reports).toEqual([]);
    expect(await listIndexes()).toEqual(COMPLETE);
  });

  it('are built again if a build was interrupted', async () => {
    const writer = database.connection.createQueryRunner();
    await writer.startTransaction();
    await writer.query(INSERT);
    const builder = (await database.connect()).createQueryRunner();
    await builder.query(`SET statement_timeout = 200`);
    await expect(
      builder.query(
        'CREATE INDEX CONCURRENTLY consultation_claim_consultation_idx ON consultation_claim (country, consultation_id)',
      ),
    ).rejects.toThrow('statement timeout');
    await builder.release();
    await writer.commitTransaction();
    await writer.release();
    expect(await listIndexes()).toEqual([{ name: 'consultation_claim_consultation_idx', valid: false }]);
    await database.migrate();
    expect(await listIndexes()).toEqual(COMPLETE);
  });
});
