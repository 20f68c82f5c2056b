import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { CASES, DAILY_CASES } from '../../../../src/modules/consultations/counts/pathology-counts.sql';
import { PathologyCountsService } from '../../../../src/modules/consultations/counts/pathology-counts.service';
import { WeeklyCountsService } from '../../../../src/modules/consultations/counts/weekly-counts.service';
import type { Database } from '../../../../src/platform/database/database';
import type { CountryScope } from '../../../../src/shared/country';
import { isNotAdded } from '../../../../src/platform/database/fold.sql';
import { type NamedPeriod, parsePeriod, periodsBetween } from '../../../../src/shared/period';
import { recordConsultation } from '../../../contract/consultations';
import { countryOf } from '../../../support/countries';
import { foldCounts } from '../../../support/daily-counts';
import { type OpenDatabase, openDatabase } from '../../../support/open-database';
import { PlainCaller } from '../../../support/plain-caller';
import { suitePlatform } from '../../../support/platform';
import { until } from '../../../support/until';

const PERIODS = ['2024', '2024-Q2', '2024-05', '2024-W19', '2024-W53', '2023', '2023-12', '2025-W01'].flatMap(
  (name) => parsePeriod(name) ?? [],
);
const [KENYA, TANZANIA] = [countryOf('KE'), countryOf('TZ')];
const SCOPES: readonly CountryScope[] = ['*', KENYA, TANZANIA];

describe('the sums of daily counts', () => {
  let opened: OpenDatabase;
  let dataSource: DataSource;
  let database: Database;

  beforeAll(async () => {
    opened = await openDatabase();
    ({ dataSource, database } = opened);
  });

  afterAll(() => opened.close());

  beforeEach(() => dataSource.query<unknown>('TRUNCATE pathology_daily_count'));

  const query = <Row>(sql: string, values: unknown[] = []) => dataSource.query<Row[]>(sql, values);

  /** Logs changes as a record (1) or a void (-1) does. */
  const log = (country: string, day: string, cases = 1) =>
    query(
      `INSERT INTO pathology_count_change (country, day, pathology_id, cases)
       SELECT $1, $2, pathology_id, $3 FROM pathology_name WHERE scope = '*' AND key = 'malaria'`,
      [country, day, cases],
    );

  const countLogged = async () => {
    const [row] = await query<{ count: number }>('SELECT count(*)::integer FROM pathology_count_change');
    return row?.count;
  };

  const readVersion = async (scope: CountryScope) => {
    const { version } = await database.one(DAILY_CASES.version, { scope });
    return version;
  };

  const readVersions = () => Promise.all(SCOPES.map(readVersion));

  /** Logs records of two years by a fixed sequence, and some voids. */
  async function logMany(first: number, last: number): Promise<void> {
    await query(
      `INSERT INTO pathology_count_change (country, day, pathology_id, cases)
       SELECT (ARRAY['KE', 'TZ', 'UG'])[1 + n % 3], date '2023-11-20' + (n * 7919) % 420,
         (ARRAY(SELECT id FROM pathology WHERE scope = '*' ORDER BY key LIMIT 12))[1 + n % 11], CASE WHEN n % 9 = 0 THEN -1 ELSE 2 END
       FROM generate_series($1::integer, $2::integer) n`,
      [first, last],
    );
  }

  /** Returns the result of every read path. */
  async function readAll(): Promise<unknown> {
    const counts = new PathologyCountsService(database);
    const weekly = new WeeklyCountsService(database);
    const names = ['Cholera', 'Anthrax', 'Cholera'];
    const periods = { from: '2023-12-04', before: '2024-03-04' };
    return Promise.all([
      ...SCOPES.flatMap((scope) =>
        PERIODS.flatMap((period) => [
          counts.getTotals(scope, period),
          counts.getCountsByCountry(scope, period),
          counts.getCountsByCountry(scope, period, 'Anthrax'),
          counts.getSums(scope, [period, { from: '2023-12-30', before: '2024-02-03' }]),
        ]),
      ),
      ...SCOPES.flatMap((scope) =>
        (['month', 'quarter', 'week'] as const).map((kind) =>
          counts.getTrend(scope, { names, periods: periodsOf(kind) }),
        ),
      ),
      ...PERIODS.map(async (period) => sortRows(await counts.getCountsByCountryAndName(period))),
      ...SCOPES.map(async (scope) =>
        sortRows(await weekly.getCountsOfCodes(scope, periods, ['A22.9', 'A00.9'])),
      ),
      counts.listCountries(),
    ]);
  }

  it('give the same results before, during and after the fold', async () => {
    await logMany(1, 1_500);
    const unfolded = await readAll();
    expect(JSON.stringify(unfolded).length).toBeGreaterThan(10_000);
    await database.one(DAILY_CASES.fold, { limit: 700 });
    expect(await countLogged()).toBe(800);
    expect(await readAll()).toEqual(unfolded);
    await foldCounts(dataSource);
    expect(await countLogged()).toBe(0);
    expect(await readAll()).toEqual(unfolded);
  });

  it('equal a count of the days', async () => {
    await logMany(1, 500);
    await foldCounts(dataSource);
    await logMany(501, 700);
    const counts = new PathologyCountsService(database);
    for (const period of PERIODS)
      for (const scope of SCOPES) {
        const expected = await query<{ name: string; count: number }>(
          `SELECT p.name, sum(cases)::float8 AS count
           FROM (SELECT country, day, pathology_id, cases FROM pathology_daily_count
                 UNION ALL SELECT country, day, pathology_id, cases FROM pathology_count_change) c
           JOIN pathology p ON p.id = c.pathology_id
           WHERE ($1 = '*' OR country = $1) AND day >= $2 AND day < $3
           GROUP BY p.id HAVING sum(cases) > 0 ORDER BY count DESC, p.name`,
          [scope, period.from, period.before],
        );
        const totals = await counts.getTotals(scope, period);
        expect(totals.map(({ name, count }) => ({ name, count }))).toEqual(expected);
      }
  });

  it('follow changes of the daily counts by SQL, also a TRUNCATE', async () => {
    await log('KE', '2024-05-06', 5);
    await foldCounts(dataSource);
    await query('UPDATE pathology_daily_count SET cases = 3');
    expect(await countYear('*')).toBe(3);
    await query(`UPDATE pathology_daily_count SET country = 'TZ', day = '2024-06-01'`);
    expect([await countYear(KENYA), await countYear(TANZANIA)]).toEqual([0, 3]);
    await query('DELETE FROM pathology_daily_count');
    expect(await countYear('*')).toBe(0);
    expect(await differences()).toEqual([]);
    await log('KE', '2024-05-06', 5);
    await foldCounts(dataSource);
    await log('KE', '2024-05-06', 5);
    await query('TRUNCATE pathology_daily_count');
    expect(await countYear('*')).toBe(0);
    expect(await query('SELECT FROM pathology_sum')).toEqual([]);
  });

  it('are the same if they are rebuilt', async () => {
    await logMany(1, 900);
    await foldCounts(dataSource);
    const sums = `SELECT * FROM (
      SELECT scope, grain, start, pathology_id, cases FROM pathology_sum
      UNION ALL SELECT scope, grain, start, NULL, cases FROM pathology_total
    ) s WHERE cases <> 0 ORDER BY 1, 2, 3, 4`;
    const before = await query(sums);
    await query(`UPDATE pathology_sum SET cases = 7; DELETE FROM pathology_total WHERE grain = 'year'`);
    expect(await differences()).not.toEqual([]);
    await query('SELECT rebuild_pathology_sums()');
    expect(await query(sums)).toEqual(before);
    expect(await differences()).toEqual([]);
  });

  it('lose and double nothing if folds run at once or their connections end', async () => {
    await logMany(1, 1_500);
    const expected = await countYear('*');
    const locker = new Client({ connectionString: opened.settings.DATABASE_MIGRATION_URL });
    await locker.connect();
    await locker.query('BEGIN');
    await locker.query('LOCK TABLE pathology_sum IN SHARE MODE');
    const folds = [1, 2, 3].map(() => database.one(DAILY_CASES.fold, { limit: 1_000 }).catch(() => 'ended'));
    const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'pathology_sum'::regclass`;
    await until('a fold waits', async () => (await query(waiting)).length > 0);
    await query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) w`);
    await locker.query('COMMIT');
    await locker.end();
    expect(await Promise.all(folds)).toContain('ended');
    expect(await countYear('*')).toBe(expected);
    while ((await countLogged()) !== 0) {
      await Promise.all([1, 2, 3].map(() => database.one(DAILY_CASES.fold, { limit: 200 })));
      expect(await countYear('*')).toBe(expected);
    }
    expect(await differences()).toEqual([]);
  });

  it('have a version that changes with the counts of its scope only', async () => {
    const seen = new Set<string>();
    const expectNew = async (change: () => Promise<unknown>) => {
      const before = await readVersions();
      await change();
      const [all = '', kenya = '', tanzania] = await readVersions();
      expect(tanzania).toBe(before[2]);
      for (const version of [`* ${all}`, `KE ${kenya}`]) {
        expect(seen).not.toContain(version);
        seen.add(version);
      }
    };
    await log('TZ', '2024-05-06');
    await foldCounts(dataSource);
    await expectNew(() => log('KE', '2024-05-06'));
    await expectNew(() => log('KE', '2024-05-06', -1));
    await foldCounts(dataSource);
    await expectNew(() => log('KE', '2024-05-06'));
    await foldCounts(dataSource);
    await expectNew(() => query(`UPDATE pathology_daily_count SET cases = 4 WHERE country = 'KE'`));
    await expectNew(() => query(`DELETE FROM pathology_daily_count WHERE country = 'KE'`));
    const before = await readVersions();
    await query('TRUNCATE pathology_daily_count');
    for (const [index, version] of (await readVersions()).entries()) expect(version).not.toBe(before[index]);
  });

  it('have another version for every scope after a rebuild, also for a country that has no rows left', async () => {
    for (const country of ['KE', 'TZ']) await log(country, '2024-05-06');
    await foldCounts(dataSource);
    const before = await readVersions();
    await query(
      `BEGIN; SET LOCAL session_replication_role = replica;
       DELETE FROM pathology_daily_count WHERE country = 'KE'; DELETE FROM pathology_count_version WHERE scope = 'TZ'; COMMIT`,
    );
    await query('SELECT rebuild_pathology_sums()');
    const [all, kenya, tanzania] = await readVersions();
    expect(all).not.toBe(before[0]);
    expect(kenya).not.toBe(before[1]);
    expect(tanzania).toBe('1.0');
  });

  const countYear = async (scope: CountryScope) => {
    const [sum] = await new PathologyCountsService(database).getSums(scope, [
      { from: '2024-01-01', before: '2025-01-01' },
    ]);
    return sum;
  };

  const differences = () => query(DAILY_CASES.differences.sql);
});

describe('the log of changes', () => {
  const platform = suitePlatform();

  it('is added to the daily counts in the background', async () => {
    const doctor = new PlainCaller(await platform.listen()).as(await platform.session({ role: 'doctor' }));
    await recordConsultation(doctor, { pathologyName: 'Malaria' });
    const select = (from: string) => platform.database.query<unknown[]>(`SELECT cases FROM ${from}`);
    // On Citus, the log keeps a change for some time after it was added.
    const logged = `pathology_count_change c WHERE ${isNotAdded('c', CASES)}`;
    await until('the log is empty', async () => (await select(logged)).length === 0);
    expect(await select('pathology_daily_count')).toEqual([{ cases: '1' }]);
  });
});

function periodsOf(kind: 'month' | 'quarter' | 'week'): NamedPeriod[] {
  const names = {
    month: ['2023-11', '2024-06'],
    quarter: ['2023-Q4', '2024-Q4'],
    week: ['2023-W48', '2024-W10'],
  };
  const [first, last] = names[kind].flatMap((name) => parsePeriod(name) ?? []);
  return first && last ? periodsBetween(first, last) : [];
}

function sortRows(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
