import { DataSource } from 'typeorm';
import { startTemporaryPostgres } from '../dev/postgres/temporary-postgres';
import { type CountryScope, parseCountry } from '../src/shared/country';
import { readDatabaseSettings } from '../src/platform/config/environment';
import { PathologyCountsService } from '../src/modules/consultations/counts/pathology-counts.service';
import { WeeklyCountsService } from '../src/modules/consultations/counts/weekly-counts.service';
import { Database } from '../src/platform/database/database';
import { migrationOptions } from '../src/platform/database/data-source';
import { migrate } from '../src/platform/database/migrations';
import { parsePeriod, type NamedPeriod, periodsBetween } from '../src/shared/period';
import { AlertsService } from '../src/modules/health/alerts/alerts.service';
import { median, runBenchmark } from './benchmark';

const CONSULTATIONS = 3_000_000;
const ROUNDS = 5;

interface Query {
  readonly name: string;
  readonly scope: CountryScope;
  readonly period: NamedPeriod;
  /** Computes the result from the daily counts, as the platform does. */
  readonly compute: (counts: PathologyCountsService, dataSource: DataSource) => Promise<unknown>;
}

/**
 * Measures the ministry's statistics from daily counts: three years, 54 countries, the whole catalogue. Baseline: the same
 * totals from the consultations.
 */
async function main(): Promise<void> {
  const postgres = await startTemporaryPostgres();
  const settings = readDatabaseSettings({ DATABASE_URL: postgres.url });
  await migrate(settings);
  const dataSource = await new DataSource(migrationOptions(settings)).initialize();
  try {
    await insertConsultations(dataSource);
    const counts = new PathologyCountsService(new Database(dataSource));
    process.stdout.write(
      `milliseconds, median of ${ROUNDS}; ${CONSULTATIONS} consultations of three years\n`,
    );
    for (const query of createQueries()) {
      const ours = await medianTime(() => query.compute(counts, dataSource));
      const baseline = await medianTime(() => countConsultations(dataSource, query));
      const ratio = (baseline / ours).toFixed(1);
      process.stdout.write(
        `${query.name}: counts ${ours.toFixed(0)}, consultations ${baseline.toFixed(0)}, ratio ${ratio}\n`,
      );
    }
  } finally {
    await dataSource.destroy();
    await postgres.stop();
  }
}

function createQueries(): Query[] {
  const kenya = scopeOf('KE');
  const [month, year] = [periodOf('2025-03'), periodOf('2025')];
  const pathologies = (scope: CountryScope, period: NamedPeriod, name: string): Query => ({
    name,
    scope,
    period,
    compute: (counts) => counts.getTotals(scope, period),
  });
  return [
    pathologies(kenya, month, 'pathologies of a month in one country'),
    pathologies(kenya, year, 'pathologies of a year in one country'),
    pathologies('*', month, 'pathologies of a month in all countries'),
    pathologies('*', year, 'pathologies of a year in all countries'),
    {
      name: 'three years of cases in all countries',
      scope: '*',
      period: year,
      compute: (counts) => counts.getSums('*', [year, periodOf('2024'), periodOf('2023')]),
    },
    {
      name: 'trend of three pathologies over a year in one country',
      scope: kenya,
      period: year,
      compute: (counts) =>
        counts.getTrend(kenya, {
          names: ['Malaria', 'Cholera', 'Measles'],
          periods: periodsBetween(periodOf('2025-01'), periodOf('2025-12')),
        }),
    },
    {
      name: 'trend of three pathologies over a year in all countries',
      scope: '*',
      period: year,
      compute: (counts) =>
        counts.getTrend('*', {
          names: ['Malaria', 'Cholera', 'Measles'],
          periods: periodsBetween(periodOf('2025-01'), periodOf('2025-12')),
        }),
    },
    {
      name: 'alerts of one country, nothing kept',
      scope: kenya,
      period: year,
      compute: (counts, dataSource) => computeAlerts(counts, dataSource, kenya),
    },
    {
      name: 'alerts of all countries, nothing kept',
      scope: '*',
      period: year,
      compute: (counts, dataSource) => computeAlerts(counts, dataSource, '*'),
    },
    {
      name: 'countries of a month',
      scope: '*',
      period: month,
      compute: (counts) => counts.getCountsByCountry('*', month),
    },
  ];
}

/** Computes the alerts of four weeks without a cache. */
function computeAlerts(
  counts: PathologyCountsService,
  dataSource: DataSource,
  country: CountryScope,
): Promise<unknown> {
  const service = new AlertsService(counts, new WeeklyCountsService(new Database(dataSource)));
  const caller = { userId: 'bench', sessionId: 'bench', role: 'ministry', country } as const;
  return service.findAlerts({ week: periodOf('2025-W50') }, caller);
}

/** Inserts consultations with random countries, pathologies and days, and their counts in eight slots. */
async function insertConsultations(dataSource: DataSource): Promise<void> {
  await dataSource.query(
    `INSERT INTO consultation (country, pathology_id, patient_id, consulted_at, recorded_by)
     SELECT c.code, p.id, 'P-' || n, timestamptz '2023-01-01Z' + random() * interval '1096 days', uuidv7()
     FROM (
       SELECT n, (random() * 53)::int AS country, (power(random(), 3) * 609)::int AS pathology
       FROM generate_series(1, $1::int) AS n
     ) l
     JOIN (SELECT code, (row_number() OVER () - 1)::int AS position FROM unnest($2::text[]) AS code) c ON c.position = l.country
     JOIN (SELECT id, (row_number() OVER (ORDER BY name <> 'Malaria', id) - 1)::int AS position FROM pathology) p
       ON p.position = l.pathology`,
    [CONSULTATIONS, COUNTRIES],
  );
  await dataSource.query(
    `INSERT INTO pathology_daily_count (country, day, pathology_id, slot, cases)
     SELECT country, (consulted_at AT TIME ZONE 'UTC')::date, pathology_id, (random() * 7)::int, count(*)
     FROM consultation GROUP BY 1, 2, 3, 4`,
  );
  await dataSource.query('VACUUM ANALYZE consultation, pathology_daily_count');
}

function countConsultations(dataSource: DataSource, { scope, period }: Query): Promise<unknown> {
  return dataSource.query(
    `SELECT p.name, count(*) FROM consultation c JOIN pathology p ON p.id = c.pathology_id
     WHERE ($1 = '*' OR c.country = $1) AND c.consulted_at >= $2::date AND c.consulted_at < $3::date
     GROUP BY p.name`,
    [scope, period.from, period.before],
  );
}

async function medianTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

function periodOf(name: string): NamedPeriod {
  const period = parsePeriod(name);
  if (!period) throw new Error(`${name} names no period`);
  return period;
}

function scopeOf(code: string): CountryScope {
  const country = parseCountry(code);
  if (!country) throw new Error(`${code} names no country`);
  return country;
}

/** The 54 states of Africa. */
const COUNTRIES =
  'DZ AO BJ BW BF BI CV CM CF TD KM CG CD CI DJ EG GQ ER SZ ET GA GM GH GN GW KE LS LR LY MG MW ML MR MU MA MZ NA NE NG RW ST SN SC SL SO ZA SS SD TZ TG TN UG ZM ZW'.split(
    ' ',
  );

runBenchmark(main);
