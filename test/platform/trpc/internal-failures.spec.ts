import { z } from 'zod';
import type { RawResponse } from '../../support/raw-request';
import { errorBody } from '../../support/plain-caller';
import { refuseWrites } from '../../support/refused-writes';
import { BASE, JSON_TYPE, STREAM, TransportScenario } from './transport-scenario';

const REQUEST_ID = '6b1d6c0e-9d0a-4c5a-8f43-5a1f0f6f7a10';
const WITH_ID = { 'x-request-id': REQUEST_ID } as const;
const MASKED_MESSAGE = `Something went wrong on our side. Please quote request ${REQUEST_ID}.`;
const RECORD = {
  path: `${BASE}/consultations.record`,
  body: JSON.stringify({
    json: { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2024-05-06T07:08:09Z' },
  }),
} as const;

const causeLine = z.looseObject({
  level: z.literal(50),
  requestId: z.literal(REQUEST_ID),
  path: z.string(),
  err: z.looseObject({
    cause: z.looseObject({
      type: z.literal('QueryFailedError'),
      code: z.string(),
      frames: z.array(z.string()).min(1),
    }),
  }),
});

describe('an internal error', () => {
  let scenario: TransportScenario;

  beforeEach(async () => {
    scenario = await TransportScenario.start();
  });

  afterEach(async () => {
    await scenario.close();
  });

  /** Returns the only log line with a cause. */
  function findCause(): z.output<typeof causeLine> {
    const lines = scenario.platform.logLines.map((line): unknown => JSON.parse(line));
    const causes = lines.filter((line) => causeLine.safeParse(line).success);
    expect(causes).toHaveLength(1);
    return causeLine.parse(causes[0]);
  }

  function expectMasked(reply: RawResponse): void {
    expect(reply.status).toBe(500);
    expect(reply.headers['x-request-id']).toBe(REQUEST_ID);
    const { code, message, data } = errorBody.parse(JSON.parse(reply.text)).error.json;
    expect({ code, message }).toEqual({ code: 'INTERNAL_SERVER_ERROR', message: MASKED_MESSAGE });
    expect(data).toMatchObject({ httpStatus: 500, rpc: -32603 });
    expect(reply.text).not.toMatch(/specialty|session|relation|stack|\bat\b|Query|42P01/);
  }

  it('has a fixed message with the request id, and its cause only in the log', async () => {
    await scenario.platform.database.query('DROP TABLE specialty');
    expectMasked(await scenario.get('specialties.list', WITH_ID));
    expect(findCause()).toMatchObject({ path: 'specialties.list', err: { cause: { code: '42P01' } } });
  });

  it('has a new request id if the caller sent none', async () => {
    await scenario.platform.database.query('DROP TABLE specialty');
    const reply = await scenario.get('specialties.list');
    const id = reply.headers['x-request-id'];
    expect(reply.text).toContain(`Please quote request ${id}.`);
    expect(scenario.platform.logLines.filter((line) => line.includes(`"${id}"`))).toHaveLength(2);
  });

  it('affects only one call of a batch', async () => {
    await scenario.platform.database.query('DROP TABLE specialty');
    const headers = { ...(await scenario.administrator()), ...WITH_ID };
    const reply = await scenario.get('specialties.list,auth.me?batch=1', headers);
    expect(reply.status).toBe(207);
    expect(reply.text).toContain(MASKED_MESSAGE);
    expect(reply.text).toContain('admin@example.org');
    findCause();
  });

  it('has the same message in a streamed response', async () => {
    await scenario.platform.database.query('DROP TABLE specialty');
    const reply = await scenario.get('specialties.list?batch=1', { ...WITH_ID, ...STREAM });
    expect(reply.text).toContain(MASKED_MESSAGE);
    expect(reply.text).not.toMatch(/relation|stack|\.ts:|Query|42P01/);
    expect(findCause()).toMatchObject({ path: 'specialties.list', err: { cause: { code: '42P01' } } });
  });

  it('of the session lookup returns 500, and neither treats the caller as anonymous nor logs out', async () => {
    const headers = { ...(await scenario.administrator()), ...WITH_ID };
    await scenario.platform.database.query('DROP TABLE session');
    const reply = await scenario.get('specialties.list', headers);
    expectMasked(reply);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('of the count rolls the consultation back', async () => {
    const { database } = scenario.platform;
    const permitWrites = await refuseWrites(database, 'INSERT ON pathology_count_change');
    const headers = { ...JSON_TYPE, ...WITH_ID, ...(await scenario.administrator()) };
    expectMasked(await scenario.send({ ...RECORD, headers }));
    expect(await database.query('SELECT id FROM consultation')).toEqual([]);
    await permitWrites();
    expect((await scenario.send({ ...RECORD, headers })).status).toBe(200);
  });

  it('ends when its cause ends', async () => {
    const { database } = scenario.platform;
    await database.query('ALTER TABLE specialty RENAME TO elsewhere');
    expect((await scenario.get('specialties.list')).status).toBe(500);
    await database.query('ALTER TABLE elsewhere RENAME TO specialty');
    expect((await scenario.get('specialties.list')).status).toBe(200);
  });

  it('of a connection that the database closed does not affect the next call', async () => {
    const { database } = scenario.platform;
    expect((await scenario.get('specialties.list')).status).toBe(200);
    await database
      .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()`)
      .catch(() => undefined);
    await scenario.get('specialties.list');
    expect((await scenario.get('specialties.list')).status).toBe(200);
  });
});
