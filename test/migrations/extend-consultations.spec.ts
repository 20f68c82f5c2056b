import { EarlierDatabase } from './fresh-database';

const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';

/** Consultations without external ids: country, id, account. */
const CONSULTATIONS = [
  ['KE', '019a0000-0000-7000-8000-000000000001', ACCOUNT],
  ['KE', '019a0000-0000-7000-8000-000000000002', ACCOUNT],
  ['UG', '019a0000-0000-7000-8000-000000000003', ACCOUNT],
  ['KE', '019a0000-0000-7000-8000-000000000004', OTHER],
  ['KE', '019a0000-0000-7000-8000-000000000005', ACCOUNT],
] as const;

/** `visit 2` was corrected: its claim belongs to the fifth consultation, not to the second one, which is voided. */
const CLAIMS = [
  [ACCOUNT, 'visit 1', 'KE', '019a0000-0000-7000-8000-000000000001'],
  [ACCOUNT, 'visit 2', 'KE', '019a0000-0000-7000-8000-000000000005'],
  [OTHER, 'visit 1', 'KE', '019a0000-0000-7000-8000-000000000004'],
] as const;

describe('the migration ExtendConsultations', () => {
  const database = new EarlierDatabase('ExtendConsultations1763900000000');

  beforeEach(async () => {
    const { connection } = database;
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

  const readExternalIds = async () => {
    const rows = await database.connection.query<{ external_id: string | null }[]>(
      'SELECT external_id FROM consultation ORDER BY id',
    );
    return rows.map((row) => row.external_id);
  };

  it('copies each claim’s external id to its consultation', async () => {
    await database.migrate();
    expect(await readExternalIds()).toEqual(['visit 1', null, null, 'visit 1', 'visit 2']);
  });

  it('copies them again after it is reverted', async () => {
    await database.migrate();
    await database.revert();
    await database.migrate();
    expect(await readExternalIds()).toEqual(['visit 1', null, null, 'visit 1', 'visit 2']);
  });
});
