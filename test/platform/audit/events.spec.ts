import request from 'supertest';
import { z } from 'zod';
import { recordConsultation } from '../../contract/consultations';
import { eventsOf, eventsOfAction } from '../../support/audit-events';
import { ListeningSuite } from '../../support/listening-suite';
import { type PlainCaller, failure, payload } from '../../support/plain-caller';

const MALARIA = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
const PERIOD = { period: '2026-03' };

describe('an audit event', () => {
  const here = new ListeningSuite();
  let origin: string;

  beforeAll(async () => {
    origin = await here.platform.app.getUrl();
    origin = origin.replace('[::1]', '127.0.0.1');
  });

  async function createDoctor(country = 'KE') {
    const doctor = await here.doctor(country);
    return { doctor, accountId: await here.accountOf(doctor) };
  }

  async function createMinistry(country: string) {
    const cookie = await here.platform.session({ role: 'ministry', country });
    const ministry = here.anyone.as(cookie);
    return { ministry, cookie, accountId: await here.accountOf(ministry) };
  }

  const list = (caller: PlainCaller, input: object = {}) => caller.post('consultations.list', input);

  it('says who, what, when, from where and in which request', async () => {
    const cookie = await here.platform.session({ role: 'doctor', country: 'KE' });
    const accountId = await here.accountOf(here.anyone.as(cookie));
    const before = Date.now();
    const response = await request(origin)
      .post('/api/trpc/consultations.record')
      .set({ cookie, 'x-request-id': 'from-the-clinic-1' })
      .send({ 0: { json: MALARIA } });
    const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(payload(response));
    const [event, ...others] = await eventsOf(here.database, accountId);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      country: 'KE',
      action: 'consultations.record',
      account_id: accountId,
      role: 'doctor',
      address: '127.0.0.1',
      request_id: 'from-the-clinic-1',
      records: [data.id],
      details: null,
    });
    expect(event?.at.getTime()).toBeGreaterThanOrEqual(before);
    expect(event?.at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('is written for each of many consultations that are recorded at once', async () => {
    const { doctor, accountId } = await createDoctor();
    const recorded = await Promise.all(Array.from({ length: 30 }, () => recordConsultation(doctor)));
    const events = await eventsOf(here.database, accountId);
    expect(events.flatMap(({ records }) => records ?? []).sort()).toEqual(
      recorded.map(({ id }) => id).sort(),
    );
  });

  it('names the recorded and the already recorded consultations of a batch, not the refused ones', async () => {
    const { doctor, accountId } = await createDoctor();
    const consultations = [
      { ...MALARIA, externalId: 'a' },
      { ...MALARIA, consultationDate: '1826-01-01T00:00:00Z' },
      MALARIA,
    ];
    const ids = async () => {
      const output = payload(await doctor.post('consultations.recordMany', { consultations }));
      const results = z
        .object({
          data: z.object({
            results: z.array(z.object({ consultation: z.object({ id: z.string() }).optional() })),
          }),
        })
        .parse(output).data.results;
      return results.flatMap(({ consultation }) => consultation?.id ?? []);
    };
    const [first, second] = [await ids(), await ids()];
    expect((await eventsOf(here.database, accountId)).map(({ records }) => records)).toEqual([first, second]);
    expect(first[0]).toBe(second[0]);
  });

  it('names the consultations of a list', async () => {
    const { doctor, accountId } = await createDoctor();
    const { id } = await recordConsultation(doctor);
    await list(doctor);
    expect((await eventsOf(here.database, accountId)).at(-1)).toMatchObject({
      action: 'consultations.list',
      country: 'KE',
      records: [id],
    });
  });

  it('is absent for a list without consultations, because nobody’s data was read', async () => {
    const { doctor, accountId } = await createDoctor();
    await list(doctor, { patientId: 'nobody' });
    expect(await eventsOf(here.database, accountId)).toEqual([]);
  });

  it('names the consultation that was voided, and again if the call is repeated', async () => {
    const { doctor, accountId } = await createDoctor();
    const { id } = await recordConsultation(doctor);
    for (let attempt = 0; attempt < 2; attempt += 1)
      await doctor.post('consultations.void', { id, reason: 'Recorded twice' });
    const [, ...voids] = await eventsOf(here.database, accountId);
    expect(voids).toMatchObject([
      { action: 'consultations.void', records: [id], details: null },
      { action: 'consultations.void', records: [id], details: { alreadyVoided: true } },
    ]);
  });

  it('is written for each reader of a stored response', async () => {
    const { ministry, accountId } = await createMinistry('KE');
    for (let read = 0; read < 3; read += 1) await ministry.get('health.pathologies', PERIOD);
    const events = await eventsOf(here.database, accountId);
    expect(events).toMatchObject([1, 2, 3].map(() => ({ action: 'health.pathologies', country: 'KE' })));
  });

  it('has the requested country of statistics, and * for all', async () => {
    const { ministry, accountId } = await createMinistry('*');
    await ministry.get('health.pathologies', { ...PERIOD, country: 'ken' });
    await ministry.get('health.pathologies', PERIOD);
    expect((await eventsOf(here.database, accountId)).map(({ country }) => country)).toEqual(['KE', '*']);
  });

  it('is written for each call of a batch', async () => {
    const { ministry, accountId } = await createMinistry('KE');
    await ministry.batch(['health.summary', PERIOD], ['health.medications', PERIOD], ['auth.me']);
    const actions = (await eventsOf(here.database, accountId)).map(({ action }) => action);
    expect(actions.sort()).toEqual(['health.medications', 'health.summary']);
  });

  it('is written for each call of a streamed batch', async () => {
    const { cookie, accountId } = await createMinistry('KE');
    const input = JSON.stringify({ 0: { json: PERIOD }, 1: { json: PERIOD } });
    const query = new URLSearchParams({ batch: '1', input });
    const response = await fetch(`${origin}/api/trpc/health.summary,health.medications?${query.toString()}`, {
      headers: { cookie, 'trpc-accept': 'application/jsonl' },
    });
    expect(await response.text()).toContain('pathologies');
    const events = await eventsOf(here.database, accountId);
    expect(events.map(({ action }) => action).sort()).toEqual(['health.medications', 'health.summary']);
    expect(events).toMatchObject([{ country: 'KE' }, { country: 'KE' }]);
  });

  it('tells a replayed response from the call', async () => {
    const cookie = await here.platform.session({ role: 'doctor', country: 'KE' });
    const accountId = await here.accountOf(here.anyone.as(cookie));
    for (let attempt = 0; attempt < 2; attempt += 1)
      await request(origin)
        .post('/api/trpc/consultations.record')
        .set({ cookie, 'idempotency-key': 'the-same-key-1' })
        .send({ 0: { json: MALARIA } });
    expect(await eventsOf(here.database, accountId)).toMatchObject([
      { action: 'consultations.record', details: null },
      { action: 'consultations.record', records: null, details: { replayed: true } },
    ]);
  });

  it('is written when a conversation is deleted, also without a session', async () => {
    const { conversationId } = z
      .object({ conversationId: z.string() })
      .parse(payload(await here.anyone.post('chatbot.sendMessage', { message: 'I have a headache' })));
    await here.anyone.post('chatbot.deleteConversation', { conversationId });
    expect((await eventsOfAction(here.database, 'chatbot.deleteConversation')).at(-1)).toMatchObject({
      country: 'ZZ',
      account_id: null,
      address: '127.0.0.1',
      details: { conversationId },
    });
  });

  it('is written when the portal gives an account another role or country', async () => {
    const { accountId } = await createDoctor('KE');
    await here.database.query(`UPDATE account SET role = 'admin', country = 'NG' WHERE id = $1`, [accountId]);
    await here.database.query(`UPDATE account SET name = 'Another name' WHERE id = $1`, [accountId]);
    const details = { from: { role: 'doctor', country: 'KE' }, to: { role: 'admin', country: 'NG' } };
    expect(
      (await eventsOf(here.database, accountId)).sort((one, other) => (one.country < other.country ? -1 : 1)),
    ).toMatchObject([
      { country: 'KE', action: 'accounts.change', details },
      { country: 'NG', action: 'accounts.change', details },
    ]);
  });

  it('is refused if somebody changes, deletes or empties the trail', async () => {
    await createDoctor();
    for (const change of [
      `UPDATE audit_event SET account_id = NULL`,
      'DELETE FROM audit_event',
      'TRUNCATE audit_event',
      'DELETE FROM audit_link',
      'DELETE FROM audit_anchor',
    ])
      await expect(here.database.query(change)).rejects.toMatchObject({ code: '23001' });
  });

  describe('that cannot be written', () => {
    beforeAll(async () => {
      await here.database.query(`
        CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'no event is written'; END $$`);
      await here.database.query(
        'CREATE TRIGGER refuses BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION refuse_event()',
      );
    });

    afterAll(async () => {
      await here.database.query('DROP TRIGGER refuses ON audit_event');
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
      const { ministry } = await withoutRefusal(async () => {
        const created = await createMinistry('KE');
        await created.ministry.get('health.pathologies', PERIOD);
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
      expect(failure(await list(doctor)).status).toBe(500);
    });
  });
});
