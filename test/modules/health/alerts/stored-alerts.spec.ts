import { AlertsSuite, thisWeek } from './alerts-suite';

const COUNTRIES = 'KE TZ UG RW BI ET SO DJ ER SS'.split(' ');

describe('alerts of all countries', () => {
  const here = new AlertsSuite();

  beforeEach(() => here.database.query<unknown>('DELETE FROM country_alerts'));

  async function findCountries(pathologyName: string): Promise<string[]> {
    const { alerts } = await here.findAlerts(await here.ministry('*'));
    return alerts.filter(({ pathology }) => pathology === pathologyName).map(({ country }) => country);
  }

  const findStored = () =>
    here.database.query<{ country: string; time: string }[]>(
      'SELECT country, computed_at::text AS time FROM country_alerts ORDER BY country',
    );

  it('are stored by country, and computed again only for countries whose counts changed', async () => {
    await here.insertOutbreak('Typhoid fever', COUNTRIES);
    expect((await findCountries('Typhoid fever')).sort()).toEqual([...COUNTRIES].sort());
    const stored = await findStored();
    expect(stored.map(({ country }) => country)).toEqual([...COUNTRIES].sort());
    await here.insertOutbreak('Hepatitis A', ['UG']);
    expect(await findCountries('Hepatitis A')).toEqual(['UG']);
    const changed = (await findStored()).filter(({ time }, index) => time !== stored[index]?.time);
    expect(changed.map(({ country }) => country)).toEqual(['UG']);
  });

  it('are up to date for eight countries with other counts, and for the others in a later call', async () => {
    await here.insertOutbreak('Typhoid fever', COUNTRIES);
    await findCountries('Typhoid fever');
    await here.insertOutbreak('Hepatitis A', COUNTRIES);
    expect((await findCountries('Hepatitis A')).length).toBeGreaterThanOrEqual(8);
    expect((await findCountries('Hepatitis A')).sort()).toEqual([...COUNTRIES].sort());
  });

  it('have the usual cases of a disease of which one case is an alert', async () => {
    await here.database.query(
      `INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
       SELECT 'KE', $1::date - 7 * week, id, 6 FROM pathology, generate_series(0, 60) week WHERE name = 'Cholera'`,
      [thisWeek.from],
    );
    const findAlerts = async () => (await here.findAlerts(await here.ministry('*'))).alerts;
    const computed = await findAlerts();
    expect(computed).toMatchObject(
      Array.from({ length: 4 }, () => ({ rule: 'notifiable', count: 6, expected: 6 })),
    );
    expect((await findStored()).map(({ country }) => country)).toContain('KE');
    expect(await findAlerts()).toEqual(computed);
  });
});
