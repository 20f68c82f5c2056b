import { WeeklyCountsService } from '../../../../src/modules/consultations';
import { currentOwner } from '../../../../src/platform/limits/current-turns';
import { ListeningSuite } from '../../../support/listening-suite';
import { payload } from '../../../support/plain-caller';
import { until } from '../../../support/until';

/** One more than are computed at once. */
const COUNTRIES = ['KE', 'TZ', 'UG'] as const;

describe('a computation of alerts that waits for others', () => {
  const suite = new ListeningSuite();
  afterEach(() => jest.restoreAllMocks());

  it('runs as the caller that asked for it, not as the one that freed its slot', async () => {
    const callers = await Promise.all(
      COUNTRIES.map(async (country) => {
        const email = `${country}@example.org`;
        const cookie = await suite.platform.session({ role: 'ministry', country, email });
        const caller = suite.anyone.as(cookie);
        return { country, caller, account: await suite.accountOf(caller) };
      }),
    );
    const weeklyCounts = suite.platform.app.get(WeeklyCountsService);
    const getCounts = weeklyCounts.getCounts.bind(weeklyCounts);
    const getCountsOfCodes = weeklyCounts.getCountsOfCodes.bind(weeklyCounts);
    const began = new Set<string>();
    const owners = new Map<string, unknown>();
    let finishFirst = (): void => undefined;
    const firstFinish = new Promise<void>((resolve) => {
      finishFirst = resolve;
    });
    jest.spyOn(weeklyCounts, 'getCountsOfCodes').mockImplementation((scope, ...others) => {
      began.add(scope);
      return getCountsOfCodes(scope, ...others);
    });
    jest.spyOn(weeklyCounts, 'getCounts').mockImplementation(async (country, period) => {
      owners.set(country, currentOwner());
      await firstFinish;
      return getCounts(country, period);
    });

    const calls: Promise<unknown>[] = [];
    for (const { country, caller } of callers) {
      calls.push(caller.get('health.alerts', { week: '2026-W10' }).then(payload));
      // A call reads the single cases at the same time as it asks for its computation.
      await until(`the call of ${country} has begun`, () => began.has(country));
    }
    await new Promise(setImmediate);
    expect([...owners.keys()]).toEqual(['KE', 'TZ']);
    finishFirst();
    await Promise.all(calls);
    expect(Object.fromEntries(owners)).toEqual(
      Object.fromEntries(callers.map(({ country, account }) => [country, account])),
    );
  });
});
