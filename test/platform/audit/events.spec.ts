import request from 'supertest';
import { z } from 'zod';
import { recordConsultation } from '../../contract/consultations';
import { eventsOf, eventsOfAction } from '../../support/audit-events';
import { ListeningSuite } from '../../support/listening-suite';
import { type PlainCaller, payload } from '../../support/plain-caller';

const MALARIA = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
const REQUEST_ID = '6b1d6c0e-9d0a-4c5a-8f43-5a1f0f6f7a10';
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
      .set({ cookie, 'x-request-id': REQUEST_ID })
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
      request_id: REQUEST_ID,
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

  describe('of a replayed response', () => {
    async function createDoctorOfAll() {
      const cookie = await here.platform.session({ role: 'admin', country: '*' });
      const caller = here.anyone.as(cookie);
      return { cookie, caller, accountId: await here.accountOf(caller) };
    }

    /** Sends a call twice with one key, and returns the event of the first call and of its replay. */
    async function repeat(path: string, input: object) {
      const { cookie, accountId } = await createDoctorOfAll();
      for (let attempt = 0; attempt < 2; attempt += 1)
        await request(origin)
          .post(`/api/trpc/${path}`)
          .set({ cookie, 'idempotency-key': 'the-same-key-1' })
          .send({ 0: { json: input } })
          .expect(200);
      const [first, replay, ...others] = await eventsOf(here.database, accountId);
      expect(others).toEqual([]);
      return { first, replay };
    }

    it.each([
      ['consultations.record', { ...MALARIA, country: 'KE' }],
      ['consultations.record', { ...MALARIA, country: 'KE', externalId: 'x' }],
      ['consultations.recordMany', { consultations: [{ ...MALARIA, country: 'KE' }] }],
    ])('has the records and the country of the call of %s', async (path, input) => {
      const { first, replay } = await repeat(path, input);
      expect(first).toMatchObject({ action: path, country: 'KE', details: null });
      expect(replay).toMatchObject({ action: path, country: 'KE', details: { replayed: true } });
      expect(replay?.records).toEqual(first?.records);
      expect(replay?.records).toHaveLength(1);
    });

    it('has the record and the country of a void', async () => {
      const { doctor } = await createDoctor();
      const { id } = await recordConsultation(doctor);
      const { replay } = await repeat('consultations.void', { id, reason: 'Recorded twice' });
      expect(replay).toMatchObject({ country: 'KE', records: [id], details: { replayed: true } });
    });

    it('has the country of sales', async () => {
      const sale = { medicationName: 'Paracetamol', soldAt: '2026-03-14T09:30:00Z', units: 1, country: 'KE' };
      const { first, replay } = await repeat('health.recordMedicationSales', { sales: [sale] });
      expect(first).toMatchObject({ country: 'KE', details: { recorded: 1, alreadyRecorded: 0 } });
      expect(replay).toMatchObject({ country: 'KE', details: { replayed: true } });
    });
  });

  it('names the sales that were recorded, not those that were recorded before', async () => {
    const pharmacist = await here.as('pharmacist', 'KE');
    const sold = { medicationName: 'Paracetamol', soldAt: '2026-03-14T09:30:00Z', units: 1 };
    for (const sales of [[{ ...sold, externalId: '1' }, sold], [{ ...sold, externalId: '1' }]])
      payload(await pharmacist.post('health.recordMedicationSales', { sales }));
    const [first, second] = await eventsOf(here.database, await here.accountOf(pharmacist));
    const stored = await here.database.query<{ id: string }[]>(
      'SELECT id FROM medication_sale WHERE id = ANY ($1)',
      [first?.records],
    );
    expect(stored).toHaveLength(2);
    expect(first?.details).toEqual({ recorded: 2, alreadyRecorded: 0 });
    expect(second).toMatchObject({ records: null, details: { recorded: 0, alreadyRecorded: 1 } });
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
    const changes = (await eventsOfAction(here.database, 'accounts.change')).filter(
      (event) => event.details?.account === accountId,
    );
    // The account did not do so itself.
    expect(changes.sort((one, other) => (one.country < other.country ? -1 : 1))).toMatchObject([
      { country: 'KE', account_id: null, details },
      { country: 'NG', account_id: null, details },
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
});
