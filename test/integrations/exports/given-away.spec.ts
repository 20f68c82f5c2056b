import { addDays, dayOf, periodOf } from '../../../src/shared/calendar';
import { ExportPlatform, linesOf, textOf } from './export-platform';

describe('what exports must not give away', () => {
  let ministry: ExportPlatform;

  beforeAll(async () => {
    ministry = await ExportPlatform.start({ SMALL_COUNT_THRESHOLD: '5' });
  });

  afterAll(async () => {
    await ministry.close();
  });

  beforeEach(async () => {
    await ministry.clear();
  });

  const table = async (path: string) => linesOf(await ministry.get(path, 'ministry', 'KE')).slice(1);

  it('compares a short month with the whole month before it, so that no part of that month is told', async () => {
    await ministry.cases('KE', '2026-01-10', { Malaria: 100 });
    await ministry.cases('KE', '2026-01-31', { Cholera: 2 });
    await ministry.cases('KE', '2026-02-10', { Malaria: 100 });
    expect((await table('pathologies.csv?period=2026-01')).map((line) => line.at(-1))).toEqual([
      'suppressed',
      'suppressed',
    ]);
    const [cases] = await table('summary.csv?period=2026-02');
    expect(cases?.slice(3, 6)).toEqual(['100', '102', String((100 - 102) / 102)]);
  });

  it('does not compare a period that is not over: day by day, its parts would tell the others’', async () => {
    const today = dayOf(new Date());
    await ministry.cases('KE', today, { Malaria: 100 });
    await ministry.cases('KE', addDays(periodOf('year', today).from, -300), { Malaria: 90 });
    const [cases] = await table(`summary.csv?period=${periodOf('year', today).name}`);
    expect(cases?.slice(3)).toEqual(['100', 'suppressed', 'suppressed', 'suppressed', 'suppressed']);
  });

  it('shows no threshold that comes of withheld numbers', async () => {
    const last = periodOf('week', '2026-03-18');
    for (let week = 1; week <= 20; week += 1) {
      await ministry.cases('KE', addDays(last.from, -7 * week), { Measles: 4, Malaria: 200 });
    }
    await ministry.cases('KE', last.from, { Measles: 60, Malaria: 200 });
    const lines = await table(`alerts.csv?week=${last.name}`);
    const measles = lines.filter((line) => line[2] === 'Measles');
    expect(measles.length).toBeGreaterThan(0);
    for (const line of measles) expect(line[7]).toBe('suppressed');
  });

  it('lets no line end within a name begin a row, or a formula', async () => {
    await ministry.cases('KE', '2026-01-10', { "Fever\n=cmd|' /C calc'!A0": 100, 'Cough\r=1+1': 90 });
    const text = textOf(await ministry.get('pathologies.csv?period=2026-01', 'ministry', 'KE'));
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(3);
    expect(text).toContain(`"Fever\n=cmd|' /C calc'!A0",,100`);
    expect(text).toContain('"Cough\r=1+1",,90');
  });

  it('names a file after a pathology in any script', async () => {
    const name = `a${'\u{1E900}'.repeat(100)}`;
    await ministry.cases('KE', '2026-01-10', { [name]: 100 });
    const path = `countries.csv?period=2026-01&pathology=${encodeURIComponent(name)}`;
    expect((await ministry.get(path, 'ministry', 'KE')).status).toBe(200);
  });
});
