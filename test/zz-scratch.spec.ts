import '../src/app.module';
import { DataSource } from 'typeorm';
import { createDatabase } from './support/database';
import { migrationOptions } from '../src/platform/database/data-source';
import { readDatabaseSettings } from '../src/platform/config/environment';
import { Database } from '../src/platform/database/database';
import { PathologyCountsService } from '../src/modules/consultations/counts/pathology-counts.service';
import { WeeklyCountsService } from '../src/modules/consultations/counts/weekly-counts.service';
import { parsePeriod, periodsBetween } from '../src/shared/calendar';

const WEEKS: any = { '2024-05': { from: '2024-04-29', before: '2024-06-03' }, '2024': { from: '2024-01-01', before: '2024-12-30' } };
const IN_SCOPE = `($1 = '*' OR c.country = $1)`;
const OLD_TOTALS = `
SELECT (array_agg(p.name ORDER BY p.created_at, p.id))[1] AS name,
  (array_agg(p.icd10 ORDER BY p.created_at, p.id) FILTER (WHERE p.icd10 IS NOT NULL))[1] AS icd10, sum(t.cases)::float8 AS count
FROM (SELECT pathology_id, sum(cases) AS cases FROM pathology_daily_count c
  WHERE ${IN_SCOPE} AND day >= $2::date AND day < $3::date GROUP BY pathology_id
) t JOIN pathology p ON p.id = t.pathology_id GROUP BY p.key HAVING sum(t.cases) > 0 ORDER BY count DESC, name`;
const OLD_COUNTRY = `
SELECT c.country, sum(c.cases)::float8 AS count FROM pathology_daily_count c
WHERE ${IN_SCOPE} AND c.day >= $2::date AND c.day < $3::date AND ($4::uuid[] IS NULL OR c.pathology_id = ANY ($4::uuid[]))
GROUP BY c.country HAVING sum(c.cases) > 0 ORDER BY count DESC, c.country`;
const OLD_WEEKLY = `
SELECT t.country, p.key, p.name, p.icd10, array_agg(t.week) AS weeks, array_agg(t.cases) AS cases
FROM (SELECT c.country, c.pathology_id, (c.day - $2::date) / 7 AS week, sum(c.cases)::integer AS cases
  FROM pathology_daily_count c
  WHERE ${IN_SCOPE} AND c.day >= $2::date AND c.day < $3::date
    AND ($4::text[] IS NULL OR c.pathology_id = ANY (ARRAY(SELECT id FROM pathology WHERE scope = '*' AND icd10 = ANY ($4::text[]))))
  GROUP BY 1, 2, 3 HAVING sum(c.cases) > 0
) t JOIN pathology p ON p.id = t.pathology_id GROUP BY t.country, p.id ORDER BY p.scope = '*' DESC, p.created_at, p.id`;
const OLD_PERIOD = `
SELECT a.line, to_char(date_trunc($4, c.day::timestamp), 'YYYY-MM-DD') AS start, sum(c.cases)::float8 AS count
FROM unnest($5::uuid[], $6::integer[]) AS a (pathology_id, line)
JOIN pathology_daily_count c ON c.pathology_id = a.pathology_id
WHERE ${IN_SCOPE} AND c.day >= $2::date AND c.day < $3::date GROUP BY 1, 2`;
const OLD_SUMS = `
SELECT coalesce(sum(t.value), 0)::float8 AS sum
FROM unnest($2::date[], $3::date[]) WITH ORDINALITY AS period (start, before, position)
LEFT JOIN (SELECT c.day, sum(c.cases) AS value FROM pathology_daily_count c
  WHERE ${IN_SCOPE} AND c.day >= $4::date AND c.day < $5::date GROUP BY c.day
) t ON t.day >= period.start AND t.day < period.before GROUP BY period.position ORDER BY period.position`;

it('compares', async () => {
  const database = await createDatabase();
  const dataSource = await new DataSource({ ...migrationOptions(readDatabaseSettings({ DATABASE_URL: database.url })), poolSize: 1 } as never).initialize();
  await dataSource.query(`INSERT INTO pathology_daily_count (country, day, pathology_id, slot, cases)
   SELECT DISTINCT c.code, date '2024-01-01' + (random()*730)::int, p.id, (random()*7)::int, 1
   FROM generate_series(1, 1500000) n
   JOIN (SELECT chr(65 + i / 8) || chr(65 + i % 8) AS code, i FROM generate_series(0, 53) i) c ON c.i = (n::bigint * 7919) % 54
   JOIN (SELECT id, row_number() OVER (ORDER BY name <> 'Malaria', id) - 1 AS i FROM pathology) p ON p.i = (power(((n::bigint * 104729) % 10007) / 10007.0, 3) * 609)::int
   ON CONFLICT DO NOTHING`);
  await dataSource.query('VACUUM ANALYZE pathology_daily_count');
  console.log(await dataSource.query('SELECT count(*) FROM pathology_daily_count'));
  const db = new Database(dataSource);
  const counts = new PathologyCountsService(db);
  const weekly = new WeeklyCountsService(db);
  const period = (name: string) => parsePeriod(name)!;
  const malaria = await dataSource.query(`SELECT id FROM pathology WHERE name IN ('Malaria','Cholera','Measles')`);
  const ids = malaria.map((r: any) => r.id);
  const out: string[] = [];
  const time = async (name: string, old: () => Promise<unknown>, now: () => Promise<unknown>) => {
    const [a, b]: number[][] = [[], []];
    for (let i = 0; i < 9; i++) {
      let t = performance.now(); await old(); a!.push(performance.now() - t);
      t = performance.now(); await now(); b!.push(performance.now() - t);
    }
    const med = (x: number[]) => [...x].sort((p, q) => p - q)[4]!.toFixed(1);
    out.push(`${name}: old ${med(a!)} new ${med(b!)} last ${b!.slice(-3).map((x) => x.toFixed(1)).join(' ')}`);
  };
  const KE = 'BC' as never;
  for (const p of ['2024-05', '2024']) for (const scope of [KE, '*' as never]) {
    const { from, before } = period(p);
    await time(`totals ${scope} ${p}`, () => dataSource.query(OLD_TOTALS, [scope, from, before]), () => counts.getTotals(scope, period(p)));
    await time(`country ${scope} ${p}`, () => dataSource.query(OLD_COUNTRY, [scope, from, before, null]), () => counts.getCountsByCountry(scope, period(p)));
    await time(`country malaria ${scope} ${p}`, () => dataSource.query(OLD_COUNTRY, [scope, from, before, ids.slice(0,1)]), () => counts.getCountsByCountry(scope, period(p), 'Malaria'));
    await time(`weekly ${scope} ${p}`, () => dataSource.query(OLD_WEEKLY, [scope, WEEKS[p]!.from, WEEKS[p]!.before, null]), () => weekly.getCounts(scope, WEEKS[p]!));
    await time(`weekly codes ${scope} ${p}`, () => dataSource.query(OLD_WEEKLY, [scope, WEEKS[p]!.from, WEEKS[p]!.before, ['A00.9', 'B54']]), () => weekly.getCounts(scope, WEEKS[p]!, ['A00.9', 'B54']));
    await time(`sums ${scope} ${p}`, () => dataSource.query(OLD_SUMS, [scope, [from, '2024-01-01'], [before, '2024-02-01'], '2024-01-01', before]), () => counts.getSums(scope, [period(p), period('2024-01')]));
    await time(`trend ${scope}`, () => dataSource.query(OLD_PERIOD, [scope, '2024-01-01', '2025-01-01', 'month', ids, [0, 1, 2]]), () => counts.getTrend(scope, { names: ['Malaria', 'Cholera', 'Measles'], periods: periodsBetween(period('2024-01'), period('2024-12')) }));
  }
  console.log(out.join('\n'));
  await dataSource.destroy();
  await database.drop();
}, 500_000);
