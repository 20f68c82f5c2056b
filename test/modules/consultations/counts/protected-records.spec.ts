import { z } from 'zod';
import { installedMigrations } from '../../../../src/platform/database/data-source';
import { type Platform, startPlatform } from '../../../support/platform';
import { PlainCaller, payload } from '../../../support/plain-caller';
import { foldCounts } from '../../../support/daily-counts';

const responseSchema = z.object({ data: z.object({ id: z.string() }) });

/** The last migration before voids. */
const BEFORE_VOIDS = 'ExtendMedications1763800100000';

describe('a stored consultation', () => {
  let platform: Platform;

  beforeEach(async () => {
    platform = await startPlatform();
    const cookie = await platform.session({ role: 'doctor', country: 'KE' });
    const doctor = new PlainCaller(await platform.listen(), cookie);
    for (let count = 0; count < 3; count += 1) {
      const input = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2024-05-06T00:00:00Z' };
      const { data } = responseSchema.parse(payload(await doctor.post('consultations.record', input)));
      if (count === 0) continue;
      payload(await doctor.post('consultations.void', { id: data.id, reason: 'It was Wanjiru' }));
    }
  });

  afterEach(async () => {
    await platform.close();
  });

  async function findAll(): Promise<unknown> {
    return platform.database.query(
      `SELECT * FROM consultation c
       LEFT JOIN consultation_void v ON v.country = c.country AND v.consultation_id = c.id ORDER BY c.id`,
    );
  }

  it.each([
    'DELETE FROM consultation',
    'DELETE FROM consultation WHERE false',
    'DELETE FROM consultation_void',
    'TRUNCATE consultation',
    'TRUNCATE consultation_void',
    `UPDATE consultation SET consulted_at = consulted_at - interval '1 day'`,
    `UPDATE consultation SET country = 'TZ'`,
    'UPDATE consultation SET pathology_id = (SELECT id FROM pathology ORDER BY id DESC LIMIT 1)',
    'UPDATE consultation SET recorded_by = gen_random_uuid()',
    'UPDATE consultation SET recorded_at = now()',
    'UPDATE consultation_void SET voided_by = gen_random_uuid()',
    'UPDATE consultation_void SET voided_at = now()',
    'UPDATE consultation_void SET consultation_id = gen_random_uuid()',
  ])('is protected by the database from: %s', async (statement) => {
    const before = await findAll();
    await expect(platform.database.query(statement)).rejects.toMatchObject({ code: '23001' });
    expect(await findAll()).toStrictEqual(before);
  });

  it('may have its patient and the reason of its void erased', async () => {
    await platform.database.query(`UPDATE consultation SET patient_id = 'erased'`);
    await platform.database.query(`UPDATE consultation_void SET reason = 'erased'`);
    expect(await findAll()).toMatchObject([
      { patient_id: 'erased', reason: null },
      { patient_id: 'erased', reason: 'erased' },
      { patient_id: 'erased', reason: 'erased' },
    ]);
  });

  it('counts again after the migration of voids is reverted', async () => {
    const sumCases = async (): Promise<unknown> =>
      platform.database.query('SELECT sum(cases)::integer AS cases FROM pathology_daily_count');
    await foldCounts(platform.database);
    expect(await sumCases()).toEqual([{ cases: 1 }]);
    const revertCount =
      installedMigrations([]).length -
      1 -
      installedMigrations([]).findIndex(({ name }) => name === BEFORE_VOIDS);
    for (let reverted = 0; reverted < revertCount; reverted += 1) await platform.database.undoLastMigration();
    expect(await sumCases()).toEqual([{ cases: 3 }]);
  });
});
