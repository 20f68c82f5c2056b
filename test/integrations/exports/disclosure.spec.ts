import { addDays, dayOf, periodOf } from '../../../src/shared/period';
import { suitePlatform } from '../../support/platform';
import { ExportPlatform, readCsv, readText } from './export-platform';

describe('disclosure control of exports', () => {
  const platform = new ExportPlatform(suitePlatform({ SMALL_COUNT_THRESHOLD: '5' }));

  beforeEach(async () => {
    await platform.clearCounts();
  });

  const fetchRows = async (path: string) => readCsv(await platform.get(path, 'ministry', 'KE')).slice(1);

  it('compares a short month with the whole previous month, not with a part of it', async () => {
    await platform.addCases('KE', '2026-01-10', { Malaria: 100 });
    await platform.addCases('KE', '2026-01-31', { Cholera: 2 });
    await platform.addCases('KE', '2026-02-10', { Malaria: 100 });
    expect((await fetchRows('pathologies.csv?period=2026-01')).map((row) => row[2])).toEqual([
      'suppressed',
      'suppressed',
    ]);
    const [cases] = await fetchRows('summary.csv?period=2026-02');
    expect(cases?.slice(3, 6)).toEqual(['100', '102', String((100 - 102) / 102)]);
  });

  it('suppresses the comparisons of a period that has not ended', async () => {
    const today = dayOf(new Date());
    await platform.addCases('KE', today, { Malaria: 100 });
    await platform.addCases('KE', addDays(periodOf('year', today).from, -300), { Malaria: 90 });
    const [cases] = await fetchRows(`summary.csv?period=${periodOf('year', today).name}`);
    expect(cases?.slice(3, 8)).toEqual(['100', 'suppressed', 'suppressed', 'suppressed', 'suppressed']);
  });

  it('suppresses an alert threshold that is computed from suppressed counts', async () => {
    const lastWeek = periodOf('week', '2026-03-18');
    for (let week = 1; week <= 20; week += 1) {
      await platform.addCases('KE', addDays(lastWeek.from, -7 * week), { Measles: 4, Malaria: 200 });
    }
    await platform.addCases('KE', lastWeek.from, { Measles: 60, Malaria: 200 });
    const rows = await fetchRows(`alerts.csv?week=${lastWeek.name}`);
    const measles = rows.filter((row) => row[2] === 'Measles');
    expect(measles.length).toBeGreaterThan(0);
    for (const row of measles) expect(row[7]).toBe('suppressed');
  });

  it('suppresses the episode of an alert, which is computed from suppressed counts', async () => {
    const lastWeek = periodOf('week', '2026-03-18');
    await platform.addCases('KE', addDays(lastWeek.from, -7), { Cholera: 2, Malaria: 200 });
    await platform.addCases('KE', lastWeek.from, { Cholera: 60, Malaria: 200 });
    const rows = await fetchRows(`alerts.csv?week=${lastWeek.name}`);
    const [cholera] = rows.filter((row) => row[2] === 'Cholera' && row[0] === lastWeek.name);
    expect(cholera?.slice(5)).toEqual(['60', '', '1', ...new Array<string>(4).fill('suppressed')]);
  });

  it('leaves out alerts whose cases are suppressed, unless one case is an alert', async () => {
    const week = periodOf('week', '2026-03-18');
    await platform.addCases('KE', week.from, { Scabies: 5, Cholera: 2, Malaria: 200 });
    const rows = await fetchRows(`alerts.csv?week=${week.name}`);
    expect(rows.map((row) => [row[2], row[5]])).toEqual([['Cholera', 'suppressed']]);
  });

  it('quotes names with the mark of notes, so that they are none', async () => {
    await platform.addCases('KE', '2026-01-10', { '# Fever': 100 });
    const text = readText(await platform.get('pathologies.csv?period=2026-01&notes=true', 'ministry', 'KE'));
    expect(text).toContain('\r\n"# Fever",,100');
  });

  it('quotes names with a line end, so that they start no row and no formula', async () => {
    await platform.addCases('KE', '2026-01-10', { "Fever\n=cmd|' /C calc'!A0": 100, 'Cough\r=1+1': 90 });
    const text = readText(await platform.get('pathologies.csv?period=2026-01', 'ministry', 'KE'));
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(3);
    expect(text).toContain(`"Fever\n=cmd|' /C calc'!A0",,100`);
    expect(text).toContain('"Cough\r=1+1",,90');
  });

  it('returns a file name for a pathology name in any script', async () => {
    const name = `a${'\u{1E900}'.repeat(100)}`;
    await platform.addCases('KE', '2026-01-10', { [name]: 100 });
    const path = `countries.csv?period=2026-01&pathology=${encodeURIComponent(name)}`;
    expect((await platform.get(path, 'ministry', 'KE')).status).toBe(200);
  });
});
