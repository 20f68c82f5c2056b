import { auditContract } from '../../src/modules/audit';
import { consultationsContract } from '../../src/modules/consultations';
import { MAX_SEARCHED } from '../../src/modules/audit/audit-list.service';
import { badRequest, failure, payload } from '../support/plain-caller';
import type { PlainCaller } from '../support/plain-caller';
import { ListeningSuite } from '../support/listening-suite';
import { recordConsultation } from './consultations';

const OTHER_COUNTRY = {
  status: 403,
  code: 'FORBIDDEN',
  message: 'country: your account is tied to KE; leave it out or send KE (10002)',
};

/** Records consultations in one call, and returns their ids. */
async function recordMany(doctor: PlainCaller, count: number): Promise<string[]> {
  const consultations = Array.from({ length: count }, (_, index) => ({
    patientId: `P-${index}`,
    pathologyName: 'Malaria',
    consultationDate: '2026-03-14T09:30:00Z',
  }));
  const response = await doctor.post('consultations.recordMany', { consultations });
  const { data } = consultationsContract.recordMany.output.parse(payload(response));
  return data.results.flatMap((result) => (result.status === 'refused' ? [] : result.consultation.id));
}

describe('audit.list', () => {
  const here = new ListeningSuite();
  let kenyan: PlainCaller;
  let ofAll: PlainCaller;

  beforeAll(async () => {
    [kenyan, ofAll] = [await here.as('admin', 'KE'), await here.as('admin', '*')];
  });

  async function list(input: object = {}, caller = ofAll) {
    return auditContract.list.output.parse(payload(await caller.get('audit.list', input))).data;
  }

  async function recordAs(country: string) {
    const doctor = await here.doctor(country);
    const { id } = await recordConsultation(doctor);
    return { doctor, id, accountId: await here.accountOf(doctor) };
  }

  it('lists who did what, latest first', async () => {
    const { doctor, id, accountId } = await recordAs('KE');
    await doctor.post('consultations.void', { id, reason: 'Recorded twice' });
    const { events } = await list({ accountId });
    expect(events.map(({ action }) => action)).toEqual(['consultations.void', 'consultations.record']);
    expect(events[0]).toMatchObject({
      country: 'KE',
      account: { id: accountId, name: 'A doctor', email: 'doctor@example.org', role: 'doctor' },
      address: '127.0.0.1',
      records: [id],
      details: null,
    });
  });

  it('lists the first 20 records of an event and how many it has, and finds it by any of them', async () => {
    const doctor = await here.doctor('KE');
    const ids = await recordMany(doctor, 25);
    const last = ids.at(-1) ?? '';
    const [event] = (await list({ recordId: last })).events;
    expect(event).toMatchObject({ action: 'consultations.recordMany', recordCount: 25 });
    expect(event?.records).toHaveLength(20);
    expect(ids).toEqual(expect.arrayContaining(event?.records ?? []));
  });

  it('lists only the country of the administrator', async () => {
    const [own, other] = [await recordAs('KE'), await recordAs('NG')];
    expect((await list({ accountId: own.accountId }, kenyan)).events).toHaveLength(1);
    expect((await list({ accountId: other.accountId }, kenyan)).events).toEqual([]);
    expect((await list({ accountId: other.accountId })).events).toHaveLength(1);
    expect((await list({}, kenyan)).events.every(({ country }) => country === 'KE')).toBe(true);
  });

  it('refuses another country to an administrator of one', async () => {
    expect(failure(await kenyan.get('audit.list', { country: 'NG' }))).toStrictEqual(OTHER_COUNTRY);
    expect((await list({ country: 'ken' }, kenyan)).events.length).toBeGreaterThan(0);
  });

  it('refuses an administrator of no country', async () => {
    const { status, message } = failure(await (await here.as('admin')).get('audit.list'));
    expect({ status, message }).toEqual({
      status: 403,
      message: expect.stringContaining('(10003)') as string,
    });
  });

  it('filters by action, record and time', async () => {
    const { id } = await recordAs('KE');
    const before = new Date(Date.now() + 1).toISOString();
    await recordAs('KE');
    expect((await list({ recordId: id })).events).toMatchObject([{ action: 'consultations.record' }]);
    expect((await list({ recordId: id, before: '2026-01-01T00:00:00Z' })).events).toEqual([]);
    expect((await list({ recordId: id, from: before })).events).toEqual([]);
    const records = (await list({ action: 'consultations.record', before })).events;
    expect(records[0]).toMatchObject({ records: [id] });
    expect(new Set(records.map(({ action }) => action))).toEqual(new Set(['consultations.record']));
  });

  it('matches nothing for an identifier that is no UUID', async () => {
    for (const field of ['accountId', 'recordId'])
      expect(await list({ [field]: 'P-10482' })).toEqual({ events: [], nextCursor: null });
  });

  it('pages through the events of all countries without a gap or a repetition', async () => {
    const before = new Date().toISOString();
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const { events, nextCursor }: Awaited<ReturnType<typeof list>> = await list({
        before,
        cursor,
        limit: 3,
      });
      pages.push(events.map(({ id }) => id));
      cursor = nextCursor;
    } while (cursor !== null);
    const all = (await list({ before, limit: 200 })).events.map(({ id }) => id);
    expect(pages.flat()).toEqual(all);
    expect(pages.length).toBeGreaterThan(3);
    expect([...all].sort().reverse()).toEqual(all);
  });

  it('searches a limited number of events in one call, and goes on with the next', async () => {
    await here.database.query(
      `INSERT INTO audit_event (country, id, at, action) VALUES ('UG', uuidv7('-2 hours'), now() - interval '2 hours', 'rare')`,
    );
    await here.database.query(
      `INSERT INTO audit_event (country, id, action)
       SELECT 'UG', uuidv7('-1 hour'), 'frequent' FROM generate_series(1, $1::integer)`,
      [MAX_SEARCHED + 1],
    );
    const first = await list({ country: 'UG', action: 'rare' });
    expect(first).toEqual({ events: [], nextCursor: expect.any(String) as string });
    const second = await list({ country: 'UG', action: 'rare', cursor: first.nextCursor });
    expect(second).toMatchObject({ events: [{ action: 'rare' }], nextCursor: null });
  });

  it('refuses a cursor that it has not returned', async () => {
    expect(failure(await ofAll.get('audit.list', { cursor: 'next' }))).toStrictEqual(
      badRequest('cursor: expected nextCursor of the page before'),
    );
  });

  it('lists that somebody has read the list', async () => {
    const reader = await here.as('admin', 'KE');
    const accountId = await here.accountOf(reader);
    await list({}, reader);
    expect((await list({ accountId, action: 'audit.list' })).events).toMatchObject([{ country: 'KE' }]);
  });
});
