import { addDays, periodOf } from '../../src/shared/period';
import { recordCase, thisWeek } from '../modules/health/alerts/alerts-suite';
import type { PlainCaller } from '../support/plain-caller';
import { AlertHandlingSuite, EBOLA } from './alert-handling-suite';

const SUM = 'Suspected meningitis';
const MENINGOCOCCAL = 'Meningococcal meningitis';
const BY = 'Wanjiru Kamau';

const weekBefore = (weeks: number): string => periodOf('week', addDays(thisWeek.from, -7 * weeks)).name;

describe('the episode that health.handleAlert applies to', () => {
  const here = new AlertHandlingSuite();

  /** Counts cases in weeks, of which the last is this week. */
  const insertWeeks = async (pathologyName: string, country: string, counts: readonly number[]) =>
    here.database.query<unknown>(
      `INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
       SELECT $2, $4::date - 7 * (cardinality($3::int[]) - week)::int, p.id, cases
       FROM unnest($3::int[]) WITH ORDINALITY AS counted (cases, week), pathology p
       WHERE p.name = $1 AND p.scope IN ('*', $2) AND cases > 0
       ON CONFLICT DO NOTHING`,
      [pathologyName, country, counts, thisWeek.from],
    );

  /** Returns what each alert counts, its first and its own week, and who acknowledged it. */
  const listAcknowledged = async (caller: PlainCaller) =>
    (await here.findAlerts(caller))
      .map(({ pathology, series, week, episode, handling }) => [
        `${series?.name ?? pathology} ${episode.since} ${week}`,
        handling?.acknowledged?.by,
      ])
      .sort();

  it.each([
    ['BF', MENINGOCOCCAL],
    ['NE', SUM],
  ])(
    'has a sum and a member with its own limit that began in different weeks (%s)',
    async (country, name) => {
      // The sum is over its threshold since last week; the member reaches its own limit this week.
      await insertWeeks('Meningitis', country, [...Array<number>(14).fill(2), 40, 40]);
      await insertWeeks(MENINGOCOCCAL, country, [6]);
      const reader = await here.reader(country);
      const alerts = [
        `${MENINGOCOCCAL} ${thisWeek.name} ${thisWeek.name}`,
        `${SUM} ${weekBefore(1)} ${weekBefore(1)}`,
        `${SUM} ${weekBefore(1)} ${thisWeek.name}`,
      ];
      expect(await listAcknowledged(reader)).toEqual(alerts.map((alert) => [alert, undefined]));
      await here.handle(reader, { pathology: name, acknowledge: true });
      expect(await listAcknowledged(reader)).toEqual(alerts.map((alert) => [alert, BY]));
    },
  );

  it('is the one of the named alert, if those of the sum and of the member do not overlap', async () => {
    // The member reaches its limit without a rise of the sum, which follows two weeks later.
    await insertWeeks('Meningitis', 'NG', [...Array<number>(13).fill(20), 14, 20, 90]);
    await insertWeeks(MENINGOCOCCAL, 'NG', [6, 0, 0]);
    const reader = await here.reader('NG');
    await here.handle(reader, { pathology: MENINGOCOCCAL, acknowledge: true });
    expect(await listAcknowledged(reader)).toEqual([
      [`${MENINGOCOCCAL} ${weekBefore(2)} ${weekBefore(2)}`, BY],
      [`${SUM} ${thisWeek.name} ${thisWeek.name}`, undefined],
    ]);
  });

  it('has an alert of an earlier week that is recorded late', async () => {
    await here.recordAlert('TD');
    const reader = await here.reader('TD');
    await here.handle(reader, { acknowledge: true });
    await recordCase(await here.doctor('TD'), EBOLA, 7);
    expect(await listAcknowledged(reader)).toEqual(
      [weekBefore(1), thisWeek.name].map((week) => [`${EBOLA} ${weekBefore(1)} ${week}`, BY]),
    );
  });

  it('is that of a pathology of the country with the name of another one in another language', async () => {
    await recordCase(await here.doctor('BI'), 'Kipindupindu');
    await insertWeeks('Kipindupindu', 'BI', [...Array<number>(14).fill(2), 40, 0]);
    await here.recordAlert('BI', 'Cholera');
    const reader = await here.reader('BI');
    const { pathology } = await here.handle(reader, { pathology: 'Kipindupindu', acknowledge: true });
    expect(pathology).toBe('Kipindupindu');
    expect(await listAcknowledged(reader)).toEqual([
      [`Cholera ${thisWeek.name} ${thisWeek.name}`, undefined],
      [`Kipindupindu ${weekBefore(1)} ${weekBefore(1)}`, BY],
    ]);
  });
});
