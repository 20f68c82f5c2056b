import { setTimeout as wait } from 'node:timers/promises';
import request from 'supertest';
import { type TestDatabase, createDatabase } from '../../support/database';
import { PlainCaller, failure, payload } from '../../support/plain-caller';
import { type Platform, startPlatform } from '../../support/platform';
import { SilentLine } from './silent-line';

/** Far above what the settings of these tests allow for, far below how long a test may last. */
const BOUND_MS = 10_000;

describe('a process whose database falls silent', () => {
  let database: TestDatabase;
  let line: SilentLine;
  let platform: Platform;
  let anyone: PlainCaller;
  let doctor: PlainCaller;

  beforeEach(async () => {
    database = await createDatabase();
    line = await SilentLine.to(database.url);
    platform = await startPlatform({
      DATABASE_URL: line.url,
      DATABASE_POOL_SIZE: '2',
      DATABASE_TIMEOUT_MS: '500',
    });
    anyone = new PlainCaller(await platform.listen());
    doctor = anyone.as(await platform.session({ role: 'doctor', country: 'KE' }));
  });

  afterEach(async () => {
    await line.close();
    await platform.close();
    await database.drop();
  });

  /** Calls until one succeeds, for as long as a process may take to find its database again. */
  async function callsWorkAgain(): Promise<void> {
    const deadline = Date.now() + BOUND_MS;
    let response = await doctor.get('auth.me');
    while (response.status !== 200 && Date.now() < deadline) response = await doctor.get('auth.me');
    payload(response);
    payload(await anyone.get('specialties.list'));
  }

  it('answers calls with a masked failure in bounded time, also more of them than it has connections', async () => {
    payload(await doctor.get('auth.me'));
    line.fallSilent();
    const began = Date.now();
    const answers = await Promise.all(Array.from({ length: 5 }, () => doctor.get('auth.me')));
    expect(Date.now() - began).toBeLessThan(BOUND_MS);
    for (const answer of answers) {
      expect(failure(answer)).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
      expect(answer.text).not.toMatch(/timeout|terminated|SELECT/i);
    }
  });

  it('serves calls as before once the database speaks again, whatever was asked meanwhile', async () => {
    line.fallSilent();
    const probes = Array.from({ length: 4 }, () => request(platform.server).get('/readyz'));
    expect(failure(await doctor.get('auth.me')).status).toBe(500);
    expect((await Promise.all(probes)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    line.speakAgain();
    await callsWorkAgain();
    expect((await request(platform.server).get('/readyz')).status).toBe(200);
  });

  it('serves calls over new connections where those that it has never speak again', async () => {
    payload(await doctor.get('auth.me'));
    line.forgetConnections();
    await callsWorkAgain();
  });

  it('has the database itself stop a statement that takes too long', async () => {
    await expect(platform.database.query('SELECT pg_sleep(20)')).rejects.toThrow('statement timeout');
  });

  it('closes connections that nobody uses before they look silent', async () => {
    const warn = jest.spyOn(platform.database.logger, 'log').mockImplementation(() => undefined);
    payload(await doctor.get('auth.me'));
    await wait(2_000);
    expect(warn).not.toHaveBeenCalled();
  });
});
