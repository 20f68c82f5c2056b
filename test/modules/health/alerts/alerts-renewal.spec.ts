import { Client } from 'pg';
import { AlertsRenewal } from '../../../../src/modules/health/alerts/alerts-renewal';
import { AlertsService } from '../../../../src/modules/health/alerts/alerts.service';
import type { Caller } from '../../../../src/platform/access/caller';
import { addDays, periodOf } from '../../../../src/shared/period';
import { fakeClocks } from '../../../support/fake-clocks';
import { until } from '../../../support/until';
import { AlertsSuite, thisWeek } from './alerts-suite';

const DAY_MS = 24 * 60 * 60 * 1_000;
const IDLE_MS = 10_000;
/** A random choice among three countries omits one of them that often with a probability of 1e-17. */
const MAX_RENEWALS = 100;

const ministry: Caller = {
  userId: '',
  sessionId: null,
  role: 'ministry',
  country: '*',
  email: '',
  name: '',
};

describe('the renewal of stored alerts', () => {
  const here = new AlertsSuite();
  let alerts: AlertsService;

  beforeAll(async () => {
    alerts = here.platform.app.get(AlertsService);
    // The tests renew the alerts themselves.
    await here.platform.app.get(AlertsRenewal).onModuleDestroy();
  });

  beforeEach(() => here.database.query<unknown>('DELETE FROM country_alerts'));
  afterEach(async () => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    await here.database.query('ALTER TABLE country_alerts DROP CONSTRAINT IF EXISTS refused');
  });

  const refuse = (country: string) =>
    here.database.query<unknown>(
      `ALTER TABLE country_alerts ADD CONSTRAINT refused CHECK (country <> '${country}') NOT VALID`,
    );

  async function findCountries(pathologyName: string): Promise<string[]> {
    const found = (await alerts.findAlerts({}, ministry)).alerts;
    return found
      .filter(({ pathology }) => pathology === pathologyName)
      .map(({ country }) => country)
      .sort();
  }

  async function listStored(pathologyName: string): Promise<string[]> {
    const rows = await here.database.query<{ country: string }[]>(
      `SELECT country FROM country_alerts
       WHERE alerts @> jsonb_build_array(jsonb_build_object('pathology', $1::text)) ORDER BY country`,
      [pathologyName],
    );
    return rows.map(({ country }) => country);
  }

  it('computes the other countries if the one that waits longest cannot be computed', async () => {
    await here.insertOutbreak('Typhoid fever', ['KE', 'TZ', 'UG']);
    await findCountries('Typhoid fever');
    await here.database.query(`UPDATE country_alerts SET computed_at = 'epoch' WHERE country = 'KE'`);
    await here.insertOutbreak('Hepatitis A', ['KE', 'TZ', 'UG']);
    await refuse('KE');
    const isRenewed = async () => (await listStored('Hepatitis A')).length === 2;
    for (let renewal = 0; renewal < MAX_RENEWALS && !(await isRenewed()); renewal++)
      await alerts.renewOne().catch(() => undefined);
    expect(await listStored('Hepatitis A')).toEqual(['TZ', 'UG']);
  });

  it('returns whether there was a country with other counts', async () => {
    await here.insertOutbreak('Typhoid fever', ['KE', 'TZ', 'UG']);
    await findCountries('Typhoid fever');
    expect(await alerts.renewOne()).toBe(false);
    await here.insertOutbreak('Hepatitis A', ['TZ']);
    expect(await alerts.renewOne()).toBe(true);
    expect(await listStored('Hepatitis A')).toEqual(['TZ']);
    expect(await alerts.renewOne()).toBe(false);
  });

  it('is logged once if it fails, until one succeeds', async () => {
    fakeClocks(['setTimeout', 'clearTimeout']);
    const renewOne = jest.spyOn(alerts, 'renewOne').mockResolvedValue(false);
    for (const isFailure of [true, true, true, false, true, true])
      if (isFailure) renewOne.mockRejectedValueOnce(new Error('refused'));
      else renewOne.mockResolvedValueOnce(true);
    const renewal = new AlertsRenewal(alerts);
    renewal.onApplicationBootstrap();
    while (renewOne.mock.calls.length < 6) await jest.advanceTimersByTimeAsync(IDLE_MS);
    await renewal.onModuleDestroy();
    const lines = here.platform.logLines.filter((line) => line.includes('alerts were not computed'));
    expect(lines.map((line) => line.includes('works again'))).toEqual([false, true, false]);
  });

  it('leaves the stored alerts of a country to a call that cannot renew them', async () => {
    await here.insertOutbreak('Typhoid fever', ['KE', 'UG']);
    await findCountries('Typhoid fever');
    await here.insertOutbreak('Hepatitis A', ['KE', 'UG']);
    await refuse('KE');
    expect(await findCountries('Hepatitis A')).toEqual(['UG']);
    expect(await findCountries('Typhoid fever')).toEqual(['KE', 'UG']);
  });

  it('computes all countries after an upgrade of the rules, also with the same counts', async () => {
    await here.insertOutbreak('Typhoid fever', ['KE', 'UG']);
    await findCountries('Typhoid fever');
    // The version of the counts only, as before the rules had a version.
    await here.database.query(
      `UPDATE country_alerts SET version = regexp_replace(version, '^.*/', ''), alerts = '[]'`,
    );
    expect(await findCountries('Typhoid fever')).toEqual(['KE', 'UG']);
  });

  it('does not read what other rules stored', async () => {
    await here.insertOutbreak('Cholera', ['KE', 'UG']);
    const computed = (await alerts.findAlerts({}, ministry)).alerts;
    await here.database.query(
      `UPDATE country_alerts SET version = '0' || version, alerts = '{"shape": 0}', histories = '{"shape": 0}'`,
    );
    expect((await alerts.findAlerts({}, ministry)).alerts).toEqual(computed);
    expect(computed).not.toHaveLength(0);
  });

  describe('at the beginning of a week', () => {
    let locker: Client;

    beforeEach(async () => {
      locker = new Client({ connectionString: here.platform.ownerUrl });
      await locker.connect();
    });
    afterEach(() => locker.end());

    async function isWaiting(): Promise<boolean> {
      const { rowCount } = await locker.query(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = 'country_alerts'::regclass`,
      );
      return rowCount === 1;
    }

    it('does not give a call the alerts of the week before, which another call is computing', async () => {
      const oldestWeek = addDays(thisWeek.from, -21);
      await here.insertOutbreak('Typhoid fever', ['KE'], oldestWeek);
      await locker.query('BEGIN');
      await locker.query('LOCK TABLE country_alerts IN ACCESS EXCLUSIVE MODE');
      const before = alerts.findAlerts({}, ministry);
      await until('the first call waits for the table', isWaiting);
      fakeClocks(['Date']);
      jest.setSystemTime(Date.now() + 7 * DAY_MS);
      const after = alerts.findAlerts({}, ministry);
      await locker.query('COMMIT');
      expect((await before).alerts).toMatchObject([{ week: periodOf('week', oldestWeek).name }]);
      expect((await after).weeks).not.toContain(periodOf('week', oldestWeek).name);
      expect((await after).alerts).toEqual([]);
    });
  });
});
