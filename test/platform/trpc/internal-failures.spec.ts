import { z } from 'zod';
import type { RawResponse } from '../../support/raw-request';
import { errorBody } from '../../support/plain-caller';
import { BASE, JSON_TYPE, WireScenario } from './wire-scenario';

const REQUEST_ID = 'a-request-of-mine';
const WITH_ID = { 'x-request-id': REQUEST_ID } as const;
const FIXED = `Something went wrong on our side. Please quote request ${REQUEST_ID}.`;
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

describe('a failure on our side', () => {
  let scenario: WireScenario;

  beforeEach(async () => {
    scenario = await WireScenario.start();
  });

  afterEach(async () => {
    await scenario.close();
  });

  /** Why the request failed, from the one log line that says so. */
  function cause(): z.output<typeof causeLine> {
    const lines = scenario.platform.logLines.map((line): unknown => JSON.parse(line));
    const causes = lines.filter((line) => causeLine.safeParse(line).success);
    expect(causes).toHaveLength(1);
    return causeLine.parse(causes[0]);
  }

  function expectFixed(reply: RawResponse): void {
    expect(reply.status).toBe(500);
    expect(reply.headers['x-request-id']).toBe(REQUEST_ID);
    const { code, message, data } = errorBody.parse(JSON.parse(reply.text)).error.json;
    expect({ code, message }).toEqual({ code: 'INTERNAL_SERVER_ERROR', message: FIXED });
    expect(data).toMatchObject({ httpStatus: 500, rpc: -32603 });
    expect(reply.text).not.toMatch(/specialty|session|relation|stack|\bat\b|Query|42P01/);
  }

  it('is told with a fixed message and the request’s id, and its cause goes to the log alone', async () => {
    await scenario.platform.database.query('DROP TABLE specialty');
    const path = `${BASE}/specialties.list`;
    expectFixed(await scenario.send({ method: 'GET', path, headers: WITH_ID }));
    expect(cause()).toMatchObject({ path: 'specialties.list', err: { cause: { code: '42P01' } } });
  });

  it('is told by an id of our own where the caller gave none', async () => {
    await scenario.platform.database.query('DROP TABLE specialty');
    const reply = await scenario.send({ method: 'GET', path: `${BASE}/specialties.list` });
    const id = reply.headers['x-request-id'];
    expect(reply.text).toContain(`Please quote request ${id}.`);
    expect(scenario.platform.logLines.filter((line) => line.includes(`"${id}"`))).toHaveLength(2);
  });

  it('fails one call of a batch and not the others', async () => {
    await scenario.platform.database.query('DROP TABLE specialty');
    const session = await scenario.administrator();
    const path = `${BASE}/specialties.list,auth.me?batch=1`;
    const reply = await scenario.send({ method: 'GET', path, headers: { ...session, ...WITH_ID } });
    expect(reply.status).toBe(207);
    expect(reply.text).toContain(FIXED);
    expect(reply.text).toContain('admin@example.org');
    cause();
  });

  it('is told no more in a streamed answer', async () => {
    await scenario.platform.database.query('DROP TABLE specialty');
    const headers = { ...WITH_ID, 'trpc-accept': 'application/jsonl' };
    const reply = await scenario.send({ method: 'GET', path: `${BASE}/specialties.list?batch=1`, headers });
    expect(reply.text).toContain(FIXED);
    expect(reply.text).not.toMatch(/relation|stack|\.ts:|Query|42P01/);
    expect(cause()).toMatchObject({ path: 'specialties.list', err: { cause: { code: '42P01' } } });
  });

  it('of the session look-up is no reason to take the caller for a stranger, or to log them out', async () => {
    const session = await scenario.administrator();
    await scenario.platform.database.query('DROP TABLE session');
    const path = `${BASE}/specialties.list`;
    const reply = await scenario.send({ method: 'GET', path, headers: { ...session, ...WITH_ID } });
    expectFixed(reply);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('keeps nothing of a consultation that could not be counted', async () => {
    const { database } = scenario.platform;
    await database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
    );
    await database.query(
      'CREATE TRIGGER t BEFORE INSERT ON pathology_daily_count FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    const headers = { ...JSON_TYPE, ...WITH_ID, ...(await scenario.administrator()) };
    expectFixed(await scenario.send({ ...RECORD, headers }));
    expect(await database.query('SELECT id FROM consultation')).toEqual([]);
    await database.query('DROP TRIGGER t ON pathology_daily_count');
    expect((await scenario.send({ ...RECORD, headers })).status).toBe(200);
  });

  it('passes when its cause does', async () => {
    const { database } = scenario.platform;
    const list = { method: 'GET', path: `${BASE}/specialties.list` };
    await database.query('ALTER TABLE specialty RENAME TO elsewhere');
    expect((await scenario.send(list)).status).toBe(500);
    await database.query('ALTER TABLE elsewhere RENAME TO specialty');
    expect((await scenario.send(list)).status).toBe(200);
  });

  it('of a connection that the database ended is not seen by the next caller', async () => {
    const { database } = scenario.platform;
    const list = { method: 'GET', path: `${BASE}/specialties.list` };
    expect((await scenario.send(list)).status).toBe(200);
    await database
      .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()`)
      .catch(() => undefined);
    await scenario.send(list);
    expect((await scenario.send(list)).status).toBe(200);
  });
});
