import { DataSource } from 'typeorm';
import { startTemporaryPostgres } from '../dev/postgres/temporary-postgres';
import { type CountryScope, parseCountry } from '../src/shared/country';
import { readDatabaseSettings } from '../src/platform/config/environment';
import { PathologyCountsService } from '../src/modules/consultations/counts/pathology-counts.service';
import { WeeklyCountsService } from '../src/modules/consultations/counts/weekly-counts.service';
import { migrationOptions } from '../src/platform/database/data-source';
import { migrate } from '../src/platform/database/migrations';
import { parsePeriod, type NamedPeriod, periodsBetween } from '../src/shared/calendar';
import { AlertsService } from '../src/modules/health/alerts/alerts.service';

const CONSULTATIONS = 3_000_000;
const ROUNDS = 5;

interface Question {
  readonly name: string;
  readonly scope: CountryScope;
  readonly period: NamedPeriod;
  /** From the daily counts, as the platform answers. */
  readonly counted: (counts: PathologyCountsService, dataSource: DataSource) => Promise<unknown>;
}

/**
 * The ministry's questions answered from the daily counts, against the same totals taken from the consultations
 * themselves, on one database in one run. Three years, 54 countries, the whole catalogue.
 */
async function main(): Promise<void> {
  const postgres = await startTemporaryPostgres();
  const settings = readDatabaseSettings({ DATABASE_URL: postgres.url });
  await migrate(settings);
  const dataSource = await new DataSource(migrationOptions(settings)).initialize();
  try {
    await fill(dataSource);
    const counts = new PathologyCountsService(dataSource);
    process.stdout.write(
      `milliseconds, median of ${ROUNDS}; ${CONSULTATIONS} consultations of three years\n`,
    );
    for (const question of questions()) {
      const ours = await median(() => question.counted(counts, dataSource));
      const baseline = await median(() => fromConsultations(dataSource, question));
      const ratio = (baseline / ours).toFixed(1);
      process.stdout.write(
        `${question.name}: counts ${ours.toFixed(0)}, consultations ${baseline.toFixed(0)}, ratio ${ratio}\n`,
      );
    }
  } finally {
    await dataSource.destroy();
    await postgres.stop();
  }
}

function questions(): Question[] {
  const kenya = scopeOf('KE');
  const [month, year] = [named('2025-03'), named('2025')];
  const pathologies = (scope: CountryScope, period: NamedPeriod, name: string): Question => ({
    name,
    scope,
    period,
    counted: (counts) => counts.totals(scope, period),
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
      counted: (counts) => counts.sums('*', [year, named('2024'), named('2023')]),
    },
    {
      name: 'trend of three pathologies over a year in one country',
      scope: kenya,
      period: year,
      counted: (counts) =>
        counts.trend(kenya, {
          names: ['Malaria', 'Cholera', 'Measles'],
          periods: periodsBetween(named('2025-01'), named('2025-12')),
        }),
    },
    {
      name: 'trend of three pathologies over a year in all countries',
      scope: '*',
      period: year,
      counted: (counts) =>
        counts.trend('*', {
          names: ['Malaria', 'Cholera', 'Measles'],
          periods: periodsBetween(named('2025-01'), named('2025-12')),
        }),
    },
    {
      name: 'alerts of one country, nothing kept',
      scope: kenya,
      period: year,
      counted: (counts, dataSource) => alerts(counts, dataSource, kenya),
    },
    {
      name: 'alerts of all countries, nothing kept',
      scope: '*',
      period: year,
      counted: (counts, dataSource) => alerts(counts, dataSource, '*'),
    },
    {
      name: 'countries of a month',
      scope: '*',
      period: month,
      counted: (counts) => counts.byCountry('*', month),
    },
  ];
}

/** The last four weeks of the data, by a service that has kept nothing. */
function alerts(
  counts: PathologyCountsService,
  dataSource: DataSource,
  country: CountryScope,
): Promise<unknown> {
  const service = new AlertsService(counts, new WeeklyCountsService(dataSource));
  const caller = { userId: 'bench', sessionId: 'bench', role: 'ministry', country } as const;
  return service.alerts({ week: named('2025-W50') }, caller);
}

/** Consultations spread over countries, pathologies and days as chance has it, and their counts over eight slots. */
async function fill(dataSource: DataSource): Promise<void> {
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

function fromConsultations(dataSource: DataSource, { scope, period }: Question): Promise<unknown> {
  return dataSource.query(
    `SELECT p.name, count(*) FROM consultation c JOIN pathology p ON p.id = c.pathology_id
     WHERE ($1 = '*' OR c.country = $1) AND c.consulted_at >= $2::date AND c.consulted_at < $3::date
     GROUP BY p.name`,
    [scope, period.from, period.before],
  );
}

async function median(question: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await question();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function named(name: string): NamedPeriod {
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

void main();
