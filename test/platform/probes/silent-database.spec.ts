import { setTimeout as wait } from 'node:timers/promises';
import request from 'supertest';
import { type TestDatabase, createDatabase } from '../../support/database';
import { PlainCaller, failure, payload } from '../../support/plain-caller';
import { type Platform, startPlatform } from '../../support/platform';
import { until } from '../../support/until';
import { SilentDatabaseProxy } from './silent-database-proxy';

/** Far above the timeouts in the settings, far below the timeout of a test. */
const MAX_DURATION_MS = 10_000;

describe('a process whose database does not respond', () => {
  let database: TestDatabase;
  let proxy: SilentDatabaseProxy;
  let platform: Platform;
  let anonymous: PlainCaller;
  let doctor: PlainCaller;

  beforeEach(async () => {
    database = await createDatabase();
    proxy = await SilentDatabaseProxy.to(database.url);
    const settings = { DATABASE_POOL_SIZE: '2', DATABASE_TIMEOUT_MS: '500' };
    platform = await startPlatform({ DATABASE_URL: proxy.url, ...settings });
    anonymous = new PlainCaller(await platform.listen());
    doctor = anonymous.as(await platform.session({ role: 'doctor', country: 'KE' }));
  });

  afterEach(async () => {
    await proxy.close();
    await platform.close();
    await database.drop();
  });

  /** Waits until calls succeed again. */
  async function waitForRecovery(): Promise<void> {
    const hasRecovered = async () => (await doctor.get('auth.me')).status === 200;
    await until('calls succeed', hasRecovered, { within: MAX_DURATION_MS });
    payload(await doctor.get('auth.me'));
    payload(await anonymous.get('specialties.list'));
  }

  it('returns 503 in limited time, even to more calls than it has connections', async () => {
    payload(await doctor.get('auth.me'));
    proxy.pause();
    const start = Date.now();
    const responses = await Promise.all(Array.from({ length: 5 }, () => doctor.get('auth.me')));
    expect(Date.now() - start).toBeLessThan(MAX_DURATION_MS);
    for (const response of responses) {
      expect(failure(response)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
      expect(response.text).not.toMatch(/timeout|terminated|SELECT/i);
    }
  });

  it('returns errors in limited time to calls that go on arriving', async () => {
    payload(await doctor.get('auth.me'));
    proxy.pause();
    const durations: Promise<number>[] = [];
    for (let count = 0; count < 120; count += 1) {
      const start = Date.now();
      durations.push(doctor.get('auth.me').then(() => Date.now() - start));
      await wait(40);
    }
    // Without an end of the connection, the first call would last as long as calls arrive.
    expect((await durations[0]) ?? 0).toBeLessThan(3_500);
    await Promise.all(durations);
  });

  it('serves calls once the database responds again', async () => {
    proxy.pause();
    const probes = Array.from({ length: 4 }, () => request(platform.server).get('/readyz'));
    expect(failure(await doctor.get('auth.me')).status).toBe(503);
    expect((await Promise.all(probes)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    proxy.resume();
    await waitForRecovery();
    expect((await request(platform.server).get('/readyz')).status).toBe(200);
  });

  it('serves calls over new connections if the old ones stay silent', async () => {
    payload(await doctor.get('auth.me'));
    proxy.forgetConnections();
    await waitForRecovery();
  });

  it('has a statement timeout in the database', async () => {
    await expect(platform.database.query('SELECT pg_sleep(20)')).rejects.toThrow('statement timeout');
  });

  it('closes unused connections before their silence timeout', async () => {
    const warn = jest.spyOn(platform.database.logger, 'log').mockImplementation(() => undefined);
    payload(await doctor.get('auth.me'));
    await wait(2_000);
    expect(warn).not.toHaveBeenCalled();
  });
});
