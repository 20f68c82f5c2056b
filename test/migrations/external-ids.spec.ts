import type { DataSource } from 'typeorm';
import { outstandingMigrations, runMigrations } from '../../src/platform/database/migrations';
import { FreshDatabase } from './fresh-database';

const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';

/** Consultations as they were recorded before they had the number that they were sent with. */
const CONSULTATIONS = [
  ['KE', '019a0000-0000-7000-8000-000000000001', ACCOUNT],
  ['KE', '019a0000-0000-7000-8000-000000000002', ACCOUNT],
  ['UG', '019a0000-0000-7000-8000-000000000003', ACCOUNT],
  ['KE', '019a0000-0000-7000-8000-000000000004', OTHER],
  ['KE', '019a0000-0000-7000-8000-000000000005', ACCOUNT],
] as const;

/** The second visit was corrected: its claim stands for the fifth consultation, and no longer for the voided one. */
const CLAIMS = [
  [ACCOUNT, 'visit 1', 'KE', '019a0000-0000-7000-8000-000000000001'],
  [ACCOUNT, 'visit 2', 'KE', '019a0000-0000-7000-8000-000000000005'],
  [OTHER, 'visit 1', 'KE', '019a0000-0000-7000-8000-000000000004'],
] as const;

describe('consultations that were recorded before their external ids were kept beside them', () => {
  let database: FreshDatabase;
  let connection: DataSource;

  beforeEach(async () => {
    database = await FreshDatabase.create();
    connection = await database.connect();
    await runMigrations(connection);
    while (!(await outstandingMigrations(connection)).includes('ExtendConsultations1763900000000'))
      await connection.undoLastMigration();
    for (const consultation of CONSULTATIONS) {
      await connection.query(
        `INSERT INTO consultation (country, id, recorded_by, pathology_id, patient_id, consulted_at)
         SELECT $1, $2, $3, id, 'P-1', '2026-03-14T09:30:00Z' FROM pathology WHERE scope = '*' AND key = 'malaria'`,
        [...consultation],
      );
    }
    for (const claim of CLAIMS) {
      await connection.query(
        `INSERT INTO consultation_claim (account_id, external_id, country, consultation_id, digest)
         VALUES ($1, $2, $3, $4, '')`,
        [...claim],
      );
    }
    await connection.query(
      `INSERT INTO consultation_void (country, consultation_id, reason, voided_by) VALUES ('KE', $1, 'Corrected', $2)`,
      [CONSULTATIONS[1][1], ACCOUNT],
    );
  });

  afterEach(async () => {
    await database.drop();
  });

  const externalIds = async () => {
    const rows = await connection.query<{ external_id: string | null }[]>(
      'SELECT external_id FROM consultation ORDER BY id',
    );
    return rows.map((row) => row.external_id);
  };

  it('have them where the claim stands', async () => {
    await runMigrations(connection);
    expect(await externalIds()).toEqual(['visit 1', null, null, 'visit 1', 'visit 2']);
  });

  it('have them again after the migration was undone', async () => {
    await runMigrations(connection);
    while (!(await outstandingMigrations(connection)).includes('ExtendConsultations1763900000000'))
      await connection.undoLastMigration();
    await runMigrations(connection);
    expect(await externalIds()).toEqual(['visit 1', null, null, 'visit 1', 'visit 2']);
  });
});
