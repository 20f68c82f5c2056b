import { addDays, periodOf } from '../../../../src/shared/period';
import { payload } from '../../../support/plain-caller';
import { AlertsSuite, recordCase, thisWeek, today } from './alerts-suite';

describe('late records of notifiable diseases', () => {
  const here = new AlertsSuite();
  const findAlerts = async (country: string, input: object = {}) =>
    here.findAlerts(await here.ministry(country), input);

  const weekOf = (daysAgo: number): string => periodOf('week', addDays(today, -daysAgo)).name;

  it('are alerts of their own week, before the evaluated weeks', async () => {
    await recordCase(await here.doctor('UG'), 'Ebola', 35);
    const { weeks, alerts } = await findAlerts('UG');
    expect(weeks).not.toContain(weekOf(35));
    expect(alerts).toMatchObject([
      { rule: 'notifiable', pathology: 'Ebola virus disease', country: 'UG', week: weekOf(35), count: 1 },
    ]);
  });

  it('are one alert per week, with all cases of the week', async () => {
    const caller = await here.doctor('KE');
    for (const daysAgo of [42, 42, 49]) await recordCase(caller, 'Lassa fever', daysAgo);
    expect((await findAlerts('KE')).alerts).toMatchObject([
      { week: weekOf(42), count: 2 },
      { week: weekOf(49), count: 1 },
    ]);
  });

  it('belong to the episode of the weeks before them, without later cases', async () => {
    const caller = await here.doctor('KE');
    for (const daysAgo of [63, 63, 56, 42, 0]) await recordCase(caller, 'Lassa fever', daysAgo);
    const { alerts } = await findAlerts('KE');
    expect(alerts.map(({ week, episode }) => [week, episode.since, episode.cases])).toEqual([
      [weekOf(0), weekOf(0), 1],
      [weekOf(42), weekOf(63), 4],
      [weekOf(56), weekOf(63), 3],
      [weekOf(63), weekOf(63), 2],
    ]);
    expect(alerts[1]?.episode.curve.slice(-4).map(({ week, count }) => [week, count])).toEqual([
      [weekOf(63), 2],
      [weekOf(56), 1],
      [weekOf(49), 0],
      [weekOf(42), 1],
    ]);
  });

  it('come after alerts of the evaluated weeks, and are not repeated for these weeks', async () => {
    const caller = await here.doctor('GH');
    for (const daysAgo of [50, 10, 0]) await recordCase(caller, 'Anthrax', daysAgo);
    const { alerts } = await findAlerts('GH');
    expect(alerts.map(({ week }) => week)).toEqual([weekOf(0), weekOf(10), weekOf(50)]);
  });

  it('are no alerts after they are voided', async () => {
    const caller = await here.doctor('TZ');
    const id = await recordCase(caller, 'Marburg virus disease', 35);
    expect((await findAlerts('TZ')).alerts).toHaveLength(1);
    payload(await caller.post('consultations.void', { id, reason: 'Slip' }));
    expect((await findAlerts('TZ')).alerts).toEqual([]);
    await insertInTime(35, 'TZ', 'Marburg virus disease');
    expect((await findAlerts('TZ')).alerts).toEqual([]);
  });

  it('are alerts of the last ninety days only', async () => {
    const caller = await here.doctor('RW');
    for (let daysAgo = 36; daysAgo <= 3 * 365; daysAgo += 9) await recordCase(caller, 'Cholera', daysAgo);
    const { alerts } = await findAlerts('RW');
    const weeks = [36, 45, 54, 63, 72, 81, 90].map(weekOf);
    // Cases are at midnight: one of ninety days ago is more than ninety days old when it is recorded.
    expect(weeks.slice(0, 6)).toEqual(alerts.map(({ week }) => week));
  });

  it('are alerts if the evaluated weeks include the recording, not if they end before it', async () => {
    await recordCase(await here.doctor('ET'), 'Plague', 35);
    const before = periodOf('week', addDays(thisWeek.from, -7)).name;
    expect((await findAlerts('ET', { week: before })).alerts).toEqual([]);
    expect((await findAlerts('ET')).alerts).toHaveLength(1);
  });

  it('are returned to the ministry of their country only', async () => {
    await recordCase(await here.doctor('SN'), 'Ebola', 35);
    expect((await findAlerts('ML')).alerts).toEqual([]);
    expect((await findAlerts('*')).alerts).toMatchObject([{ country: 'SN' }]);
  });

  it('are no alerts for diseases that alert at more than one case', async () => {
    const caller = await here.doctor('NG');
    for (let times = 0; times < 6; times += 1) await recordCase(caller, 'Measles', 35);
    expect((await findAlerts('NG')).alerts).toEqual([]);
  });

  it('have an index of late records only', async () => {
    const rows = await here.database.query<unknown>(
      `SELECT pg_get_expr(indpred, indrelid) ~ '7 days.*90 days' AS indexed
       FROM pg_index WHERE indexrelid = 'consultation_late_idx'::regclass`,
    );
    expect(rows).toEqual([{ indexed: true }]);
  });

  /** Inserts a case of some days ago that was recorded on its day. */
  async function insertInTime(daysAgo: number, country: string, name: string): Promise<void> {
    await here.database.query(
      `WITH made AS (
         INSERT INTO consultation (country, pathology_id, patient_id, consulted_at, recorded_at, recorded_by)
         SELECT $1, id, 'P', t, t, uuidv7() FROM pathology, (SELECT $3::timestamptz AS t) WHERE name = $2
         RETURNING country, pathology_id, consulted_at
       )
       INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
       SELECT country, (consulted_at AT TIME ZONE 'UTC')::date, pathology_id, 1 FROM made
       ON CONFLICT (country, day, pathology_id) DO UPDATE SET cases = pathology_daily_count.cases + 1`,
      [country, name, `${addDays(today, -daysAgo)}T00:00:00Z`],
    );
  }
});
