import { recordConsultation } from '../../contract/consultations';
import { ListeningSuite } from '../../support/listening-suite';
import { failure } from '../../support/plain-caller';

const MALARIA = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
const PERIOD = { period: '2026-03' };

describe('an audit event that cannot be written', () => {
  const here = new ListeningSuite();

  async function createDoctor() {
    const doctor = await here.doctor('KE');
    return { doctor, accountId: await here.accountOf(doctor) };
  }

  beforeAll(async () => {
    await here.database.query(`
      CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no event is written'; END $$`);
    await here.database.query(
      'CREATE TRIGGER refuses BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION refuse_event()',
    );
  });

  async function withoutRefusal<T>(work: () => Promise<T>): Promise<T> {
    await here.database.query('ALTER TABLE audit_event DISABLE TRIGGER refuses');
    try {
      return await work();
    } finally {
      await here.database.query('ALTER TABLE audit_event ENABLE TRIGGER refuses');
    }
  }

  const countConsultations = async (accountId: string) => {
    const [{ count }] = await here.database.query<[{ count: number }]>(
      'SELECT count(*)::integer AS count FROM consultation WHERE recorded_by = $1',
      [accountId],
    );
    return count;
  };

  it.each([
    ['consultations.record', MALARIA],
    ['consultations.record', { ...MALARIA, externalId: 'x' }],
    ['consultations.recordMany', { consultations: [MALARIA] }],
  ])('undoes %s', async (path, input) => {
    const { doctor, accountId } = await withoutRefusal(() => createDoctor());
    expect(failure(await doctor.post(path, input)).status).toBe(500);
    expect(await countConsultations(accountId)).toBe(0);
  });

  it('holds back statistics, also stored ones', async () => {
    const ministry = await withoutRefusal(async () => {
      const created = await here.ministry('KE');
      await created.get('health.pathologies', PERIOD);
      return created;
    });
    expect(failure(await ministry.get('health.pathologies', PERIOD)).status).toBe(500);
  });

  it('holds back a list of consultations', async () => {
    const doctor = await withoutRefusal(async () => {
      const created = await createDoctor();
      await recordConsultation(created.doctor);
      return created.doctor;
    });
    expect(failure(await doctor.post('consultations.list', {})).status).toBe(500);
  });
});
