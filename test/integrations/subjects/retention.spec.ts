import { randomUUID } from 'node:crypto';
import { applyRetention } from '../../../src/integrations/subjects/apply-retention.command';
import {
  ERASE_CLAIMED_CONSULTATIONS,
  ERASE_CLAIMED_ENCOUNTERS,
  LOCK_CLAIMED_ENCOUNTERS,
} from '../../../src/integrations/subjects/erasure.sql';
import { migrationOptions } from '../../../src/platform/database/data-source';
import { runCheckCounts } from '../../modules/consultations/counts/count-check';
import { type Plan, explain } from '../../support/explain';
import { type OpenDatabase, openDatabase } from '../../support/open-database';
import { suitePlatform } from '../../support/platform';
import { runInProcess } from '../../support/run-command';

const ACCOUNT = '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13';

describe('retention:apply', () => {
  const platform = suitePlatform();

  const retain = () =>
    runInProcess(applyRetention, platform.database, {
      args: ['--confirm'],
      variables: { PATIENT_RETENTION_YEARS: 'KE=7' },
    });

  /** Inserts consultations of eight years ago, counted, each with a claim. */
  async function insertOld(patientId: string, count = 1): Promise<void> {
    await platform.database.query(
      `WITH recorded AS (
         INSERT INTO consultation (country, id, pathology_id, patient_id, consulted_at, recorded_by, recorded_at, external_id)
         SELECT 'KE', uuidv7(interval '-8 years'), p.id, CASE WHEN $2 = 1 THEN $1 ELSE $1 || n END,
           now() - interval '8 years', '${ACCOUNT}', now() - interval '8 years', $1 || n
         FROM generate_series(1, $2::integer) n, (SELECT id FROM pathology WHERE key = 'malaria' AND scope = '*') p
         RETURNING *
       ), counted AS (
         INSERT INTO pathology_count_change (country, day, pathology_id, cases)
         SELECT country, (consulted_at AT TIME ZONE 'UTC')::date, pathology_id, count(*) FROM recorded GROUP BY 1, 2, 3
       )
       INSERT INTO consultation_claim (account_id, external_id, digest, country, consultation_id)
       SELECT recorded_by, external_id, sha256(external_id::bytea), country, id FROM recorded`,
      [patientId, count],
    );
  }

  it.each([
    ['erased-by-mistake-7', 1],
    ['erasedP1', 1],
    ['erased-0', 1],
    [`erased-${randomUUID()}`, 0],
    ['erased', 0],
  ])('takes the number %s for a patient’s or an erased one: %i', async (patientId, erased) => {
    await insertOld(patientId);
    expect((await retain()).output).toContain(`KE: Erased the patients of ${erased} records before`);
    expect((await retain()).output).toContain('KE: Erased the patients of 0 records before');
  });

  it('erases the stored response of an old record’s void', async () => {
    await insertOld('P-1');
    const [{ id }] = await platform.database.query<[{ id: string }]>(
      `SELECT id FROM consultation WHERE patient_id = 'P-1'`,
    );
    await platform.database.query(
      `INSERT INTO idempotent_answer (account_id, path, key, fingerprint, body, expires_at)
       VALUES ($1, 'consultations.void', 'k', '', $2, now() + interval '1 day')`,
      [ACCOUNT, JSON.stringify({ result: { data: { json: { data: { id, reason: 'Wanjiru' } } } } })],
    );
    await retain();
    const [{ body }] = await platform.database.query<[{ body: string }]>(
      'SELECT body FROM idempotent_answer',
    );
    expect(body).not.toContain('Wanjiru');
    expect(body).toContain(id);
  });

  it('erases several portions, and every count stays right', async () => {
    await insertOld('many-', 2_500);
    const countsBefore = await runCheckCounts(platform.database);
    expect((await retain()).output).toContain('KE: Erased the patients of 2500 records before');
    const [left] = await platform.database.query<unknown[]>(
      `SELECT count(*)::integer AS claims FROM consultation_claim WHERE digest <> '' AND external_id LIKE 'many-%'`,
    );
    expect(left).toEqual({ claims: 0 });
    expect(await runCheckCounts(platform.database)).toEqual(countsBefore);
  });
});

describe('the claims of a portion', () => {
  let opened: OpenDatabase;

  beforeAll(async () => {
    opened = await openDatabase(migrationOptions);
    for (const [table, record] of [
      ['consultation_claim', 'consultation_id'],
      ['fhir_encounter_claim', 'encounter_id'],
    ] as const)
      await opened.dataSource.query(
        `INSERT INTO ${table} (account_id, external_id, digest, country, ${record})
         SELECT '${ACCOUNT}', 'visit-' || n, '\\x01', 'KE', gen_random_uuid() FROM generate_series(1, 200000) n`,
      );
    await opened.dataSource.query('ANALYZE consultation_claim, fhir_encounter_claim');
  }, 240_000);

  afterAll(() => opened.close());

  it.each([
    ['consultations', ERASE_CLAIMED_CONSULTATIONS],
    ['Encounters', ERASE_CLAIMED_ENCOUNTERS],
    ['Encounters, to lock them', LOCK_CLAIMED_ENCOUNTERS],
  ])('are found by an index: %s', async (_name, { sql, order }) => {
    const values = { country: 'KE', ids: Array.from({ length: 1_000 }, () => randomUUID()) };
    const parameters = order.map((name) => values[name]);
    expect(listScans(await explain(opened.dataSource, sql, parameters))).toEqual([
      expect.stringMatching(/^(Index|Bitmap Heap) Scan$/),
    ]);
  });
});

/** Returns the kinds of the scans of tables. */
function listScans(plan: Plan): string[] {
  const isScan = plan['Node Type'].endsWith(' Scan') && plan['Node Type'] !== 'Bitmap Index Scan';
  return [...(isScan ? [plan['Node Type']] : []), ...(plan.Plans ?? []).flatMap(listScans)];
}
