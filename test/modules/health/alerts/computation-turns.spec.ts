import { WeeklyCountsService } from '../../../../src/modules/consultations';
import { AlertsService } from '../../../../src/modules/health/alerts/alerts.service';
import { StoredAlertsService } from '../../../../src/modules/health/alerts/stored-alerts.service';
import { currentOwner } from '../../../../src/platform/limits/current-turns';
import { ListeningSuite } from '../../../support/listening-suite';
import { payload } from '../../../support/plain-caller';
import { until } from '../../../support/until';

/** One country has six computations, more than are run at once. */
const WEEKS = Array.from({ length: 6 }, (_, index) => `2025-W${10 + index}`);

describe('computations of alerts that wait', () => {
  const suite = new ListeningSuite();
  afterEach(() => jest.restoreAllMocks());

  async function signIn(country: 'KE' | 'TZ' | '*', email: string) {
    const caller = suite.anyone.as(await suite.platform.session({ role: 'ministry', country, email }));
    return { caller, account: await suite.accountOf(caller) };
  }

  /** Holds the computations of alerts until `finish`, and lists whose they are in the order in which they begin. */
  function holdComputations() {
    const weeklyCounts = suite.platform.app.get(WeeklyCountsService);
    const getCounts = weeklyCounts.getCounts.bind(weeklyCounts);
    const getCountsOfCodes = jest.spyOn(weeklyCounts, 'getCountsOfCodes');
    const owners: unknown[] = [];
    let finish = (): void => undefined;
    const end = new Promise<void>((resolve) => (finish = resolve));
    jest.spyOn(weeklyCounts, 'getCounts').mockImplementation(async (country, period) => {
      owners.push(currentOwner());
      await end;
      return getCounts(country, period);
    });
    const began = () => getCountsOfCodes.mock.calls.length;
    return { owners, finish, began };
  }

  it('run in turns of the callers, however many of them one has', async () => {
    const many = await signIn('KE', 'many@example.org');
    const other = await signIn('TZ', 'other@example.org');
    const { owners, finish, began } = holdComputations();
    const calls = WEEKS.map((week) => many.caller.get('health.alerts', { week }).then(payload));
    await until('all calls of the first have begun', () => began() === WEEKS.length);
    calls.push(other.caller.get('health.alerts', { week: '2025-W10' }).then(payload));
    await until('the call of the other has begun', () => began() > WEEKS.length);
    await new Promise(setImmediate);
    finish();
    await Promise.all(calls);
    expect(owners.indexOf(other.account)).toBe(3);
  });

  it('of a caller do not keep another one waiting that asks for the same', async () => {
    const many = await signIn('KE', 'many@example.org');
    const other = await signIn('KE', 'other@example.org');
    const { owners, finish, began } = holdComputations();
    const weeks = WEEKS.map((week) => week.replace('2025', '2024'));
    const calls = weeks.map((week) => many.caller.get('health.alerts', { week }).then(payload));
    await until('all calls of the first have begun', () => began() === WEEKS.length);
    calls.push(other.caller.get('health.alerts', { week: weeks.at(-1) }).then(payload));
    await until('the call of the other has begun', () => began() > WEEKS.length);
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    finish();
    await Promise.all(calls);
    expect(owners.indexOf(other.account)).toBe(3);
  });

  it('of a caller do not keep the platform waiting for the alerts of all countries', async () => {
    const many = await signIn('*', 'all@example.org');
    const stored = jest.spyOn(suite.platform.app.get(StoredAlertsService), 'list');
    const { owners, finish, began } = holdComputations();
    const calls: Promise<unknown>[] = WEEKS.map((week) =>
      many.caller.get('health.alerts', { week, country: 'UG' }).then(payload),
    );
    await until('all calls have begun', () => began() === WEEKS.length);
    calls.push(many.caller.get('health.alerts').then(payload));
    await until('the call for all countries has begun', () => began() > WEEKS.length);
    const ofAll = suite.platform.app.get(AlertsService).findAlertsOf('*');
    stored.mockImplementation(() => {
      owners.push(currentOwner());
      return Promise.resolve([]);
    });
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    finish();
    await Promise.all([...calls, ofAll]);
    expect(owners.indexOf(undefined)).toBe(3);
  });
});
