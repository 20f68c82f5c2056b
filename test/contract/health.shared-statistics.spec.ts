import { type PlainCaller, failure, payload } from '../support/plain-caller';
import { recordConsultation } from './consultations';
import { TwinSuite } from './twin-suite';

const MONTH = { year: 2024, month: 5 };

describe('statistics that callers share', () => {
  const here = new TwinSuite('ministry');

  beforeEach(() => here.database.query('TRUNCATE pathology_daily_count'));

  const ofMonth = async (caller: PlainCaller) => payload(await caller.get('health.pathologyStats', MONTH));

  /** Returns callers of one new account through both processes. */
  async function ministryOf(country: string | null) {
    return here.callersOf(await here.platform.session({ role: 'ministry', country }));
  }

  it('have a record of any process in the next response of every process', async () => {
    const doctors = [await here.doctor('KE'), await here.doctor('KE')];
    const callers = await ministryOf('KE');
    for (let count = 1; count <= 6; count += 1) {
      const doctor = doctors[count % 2];
      if (!doctor) throw new Error('two doctors');
      await recordConsultation(doctor);
      for (const caller of callers) expect(await ofMonth(caller)).toEqual([{ name: 'Cholera', count }]);
    }
  });

  it('have a change that an operator makes by SQL', async () => {
    const [caller, other] = await ministryOf('KE');
    await recordConsultation(await here.doctor('KE'));
    expect(await ofMonth(caller)).toEqual([{ name: 'Cholera', count: 1 }]);
    expect(await ofMonth(other)).toEqual([{ name: 'Cholera', count: 1 }]);
    await here.database.query('TRUNCATE pathology_daily_count');
    expect([await ofMonth(caller), await ofMonth(other)]).toEqual([[], []]);
  });

  it('are those of the caller’s own country, for the same question in any order', async () => {
    const countries = ['KE', 'UG', '*', null];
    const callers = await Promise.all(countries.map(async (country) => (await ministryOf(country))[0]));
    await recordConsultation(await here.doctor('KE'));
    await recordConsultation(await here.doctor('UG'), { pathologyName: 'Malaria' });
    const ask = () => Promise.all(callers.map((caller) => caller.get('health.pathologyStats', MONTH)));
    for (const responses of [await ask(), await ask()]) {
      const [kenya, uganda, all, none] = responses;
      if (!kenya || !uganda || !all || !none) throw new Error('four callers');
      expect(payload(kenya)).toEqual([{ name: 'Cholera', count: 1 }]);
      expect(payload(uganda)).toEqual([{ name: 'Malaria', count: 1 }]);
      expect(payload(all)).toHaveLength(2);
      expect(failure(none)).toMatchObject({ code: 'FORBIDDEN' });
    }
  });

  it('are denied to other roles and without a session although the response is stored', async () => {
    const [caller] = await ministryOf('KE');
    await ofMonth(caller);
    const doctor = await here.doctor('KE');
    expect(failure(await doctor.get('health.pathologyStats', MONTH))).toMatchObject({ code: 'FORBIDDEN' });
    expect(failure(await here.anyone.get('health.pathologyStats', MONTH))).toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  it('follow a change of the account’s country at once', async () => {
    const [caller] = await ministryOf('KE');
    await recordConsultation(await here.doctor('KE'));
    expect(await ofMonth(caller)).toHaveLength(1);
    await here.database.query(`UPDATE account SET country = 'UG' WHERE id = $1`, [
      await here.accountOf(caller),
    ]);
    expect(await ofMonth(caller)).toEqual([]);
  });

  it('are the same in a batch as alone', async () => {
    const [caller] = await ministryOf('KE');
    await recordConsultation(await here.doctor('KE'));
    const months = Array.from({ length: 12 }, (_none, index) => ({ ...MONTH, month: index + 1 }));
    const batch = () => caller.batch(...months.map((month) => ['health.pathologyStats', month] as const));
    for (const { body, headers } of [await batch(), await batch()]) {
      expect(body).toEqual(
        Array.from({ length: 12 }, (_none, index) => ({
          result: { data: { json: index === 4 ? [{ name: 'Cholera', count: 1 }] : [] } },
        })),
      );
      expect(headers['cache-control']).toBe('no-store');
    }
  });
});
