import { DataSource } from 'typeorm';
import { insertScaleData, SCALE_COUNTRIES } from '../dev/demo/insert-scale-data';
import { startTemporaryPostgres } from '../dev/postgres/temporary-postgres';
import { ConsultationListService } from '../src/modules/consultations/listing/consultation-list.service';
import { PathologyCountsService } from '../src/modules/consultations/counts/pathology-counts.service';
import { WeeklyCountsService } from '../src/modules/consultations/counts/weekly-counts.service';
import { AlertsService } from '../src/modules/health/alerts/alerts.service';
import { StoredAlertsService } from '../src/modules/health/alerts/stored-alerts.service';
import { MedicationSalesService } from '../src/modules/health/medications/medication-sales.service';
import { StatisticsService } from '../src/modules/health/statistics/statistics.service';
import type { Caller } from '../src/platform/access/caller';
import { readDatabaseSettings } from '../src/platform/config/environment';
import { dataSourceOptions, migrationOptions, withDataSource } from '../src/platform/database/data-source';
import { Database } from '../src/platform/database/database';
import { Distribution } from '../src/platform/database/distribution';
import { migrate } from '../src/platform/database/migrations';
import type { CountryCode, CountryScope } from '../src/shared/country';
import { addDays, dayOf, periodOf, previousPeriod } from '../src/shared/period';
import { median, runBenchmark } from './benchmark';
import { formatRow, printLines } from './table';

const DEFAULT_SIZES = [10_000, 1_000_000];
const ROUNDS = 15;
const FIRST_CALLS = 5;
const WIDTHS = [44, 10, 10, 10, 10, 7];

const NOW = new Date();
/** The last complete year and month. */
const YEAR = previousPeriod(periodOf('year', dayOf(NOW)));
const MONTH = periodOf('month', addDays(YEAR.before, -100));

/** A database with a number of consultations. */
interface Scale {
  readonly size: number;
  readonly url: string;
  readonly services: Services;
  /** An account that recorded some of the consultations, and one of its patients. */
  readonly doctor: Caller;
  readonly patientId: string;
}

interface Services {
  readonly dataSource: DataSource;
  readonly statistics: StatisticsService;
  readonly alerts: AlertsService;
  readonly list: ConsultationListService;
}

interface Question {
  readonly name: string;
  readonly ask: (services: Services, scale: Scale) => Promise<unknown>;
}

/**
 * Measures the statistics with few and with many consultations: `npm run bench:statistics -- 10000 1000000 10000000`. The
 * databases are made on a temporary PostgreSQL, or on BENCH_POSTGRES_URL, where they are made once.
 */
async function main(): Promise<void> {
  const sizes = process.argv.slice(2).map(Number);
  const serverUrl = process.env.BENCH_POSTGRES_URL;
  const postgres = serverUrl === undefined ? await startTemporaryPostgres() : undefined;
  const scales: Scale[] = [];
  try {
    for (const size of sizes.length > 0 ? sizes : DEFAULT_SIZES)
      scales.push(await openScale(size, serverUrl ?? postgres?.ownerUrl ?? ''));
    await compareScales(scales);
  } finally {
    for (const { services } of scales) await services.dataSource.destroy();
    await postgres?.stop();
  }
}

async function compareScales(scales: readonly Scale[]): Promise<void> {
  const sizes = scales.map(({ size }) => size.toLocaleString('en'));
  printLines([
    `milliseconds, p50 of ${ROUNDS}, without a cache; in brackets the first call of a process, p50 of ${FIRST_CALLS}`,
    formatRow(WIDTHS, ['', ...sizes, 'ratio']),
  ]);
  for (const question of listQuestions()) {
    const repeated = scales.map((): number[] => []);
    const first = scales.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, scale] of scales.entries())
        repeated[index]?.push(await timeOf(() => question.ask(scale.services, scale)));
    for (let round = 0; round < FIRST_CALLS; round += 1)
      for (const [index, scale] of scales.entries())
        first[index]?.push(await timeOfFirstCall(question, scale));
    const [small = 0, ...others] = repeated.map(median);
    const cells = [small, ...others].map(
      (time, index) => `${time.toFixed(1)} (${median(first[index] ?? []).toFixed(0)})`,
    );
    printLines([formatRow(WIDTHS, [question.name, ...cells, ((others.at(-1) ?? 0) / small).toFixed(2)])]);
  }
}

function listQuestions(): Question[] {
  const ministry: Caller = {
    userId: '',
    sessionId: null,
    role: 'ministry',
    country: '*',
    email: '',
    name: '',
  };
  const ofScope = (name: string, scope: CountryScope, ask: (period: Scope) => Question['ask']): Question => ({
    name: `${name}, ${scope === '*' ? 'all countries' : 'one country'}`,
    ask: ask({ ...(scope !== '*' && { country: scope }) }),
  });
  const [scopes, pathologies] = [
    ['*', ...SCALE_COUNTRIES.slice(5, 6)] as const,
    ['Malaria', 'Cholera', 'Measles'],
  ];
  return [
    ...scopes.flatMap((scope) => [
      ofScope(
        'pathologyStats, a month',
        scope,
        (of) =>
          ({ statistics }) =>
            statistics.getPathologyTotals({ period: MONTH, ...of }, ministry),
      ),
      ofScope(
        'pathologyStats, a year',
        scope,
        (of) =>
          ({ statistics }) =>
            statistics.getPathologyTotals({ period: YEAR, ...of }, ministry),
      ),
      ofScope(
        'pathologyTrend, 3 of 12 months',
        scope,
        (of) =>
          ({ statistics }) =>
            statistics.getPathologyTrend(
              { pathologies, from: periodOf('month', YEAR.from), to: MONTH, ...of },
              ministry,
            ),
      ),
      ofScope(
        'countryBreakdown, a year',
        scope,
        (of) =>
          ({ statistics }) =>
            statistics.getCountryBreakdown({ period: YEAR, ...of }, ministry),
      ),
      ofScope(
        'countryBreakdown, malaria, a year',
        scope,
        (of) =>
          ({ statistics }) =>
            statistics.getCountryBreakdown({ period: YEAR, pathology: 'Malaria', ...of }, ministry),
      ),
      ofScope(
        'summary, a year',
        scope,
        (of) =>
          ({ statistics }) =>
            statistics.getSummary({ period: YEAR, ...of }, ministry),
      ),
      ofScope(
        'medicationStats, a year',
        scope,
        (of) =>
          ({ statistics }) =>
            statistics.getMedicationTotals({ period: YEAR, ...of }, ministry),
      ),
      ofScope(
        'alerts',
        scope,
        (of) =>
          ({ alerts }) =>
            alerts.findAlerts(of, ministry),
      ),
    ]),
    ...listFilters().map(([name, filter]) => ({
      name: `consultations.list, ${name}`,
      ask: ({ list }: Services, { doctor, patientId }: Scale) =>
        list.list({ limit: 20, ...filter(patientId) }, doctor),
    })),
  ];
}

interface Scope {
  readonly country?: CountryCode;
}

function listFilters() {
  const [from, before] = [new Date(`${MONTH.from}T00:00:00Z`), new Date(`${MONTH.before}T00:00:00Z`)];
  return [
    ['no filter', () => ({})],
    ['patientId', (patientId: string) => ({ patientId })],
    ['consulted in a month', () => ({ consultedFrom: from, consultedBefore: before })],
    ['recorded in a month', () => ({ recordedFrom: from, recordedBefore: before })],
    ['externalId', () => ({ externalId: 'unknown' })],
  ] as const satisfies [string, (patientId: string) => object][];
}

/** Opens the database of a size, and fills it if it is new. */
async function openScale(size: number, serverUrl: string): Promise<Scale> {
  const url = await createDatabase(`scale${size}`, serverUrl);
  const settings = readDatabaseSettings({ DATABASE_URL: url });
  await migrate(settings);
  await withDataSource(migrationOptions(settings), async (dataSource) => {
    const [existing] = await dataSource.query<unknown[]>('SELECT FROM consultation LIMIT 1');
    const began = performance.now();
    if (!existing) await insertScaleData(dataSource, { consultations: size, now: NOW });
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    printLines([
      `${size.toLocaleString('en')} consultations: ${existing ? 'there' : `inserted in ${seconds} s`}`,
    ]);
  });
  const services = await openServices(url);
  const [own] = await services.dataSource.query<{ userId: string; patientId: string }[]>(
    `SELECT recorded_by AS "userId", patient_id AS "patientId" FROM consultation WHERE country = $1 LIMIT 1`,
    [SCALE_COUNTRIES[5]],
  );
  if (!own) throw new Error('there is no consultation');
  const doctor: Caller = { ...own, sessionId: null, role: 'doctor', country: null, email: '', name: '' };
  return { size, url, services, doctor, patientId: own.patientId };
}

async function createDatabase(name: string, serverUrl: string): Promise<string> {
  await withDataSource({ type: 'postgres', url: serverUrl }, async (dataSource) => {
    const [existing] = await dataSource.query<unknown[]>('SELECT FROM pg_database WHERE datname = $1', [
      name,
    ]);
    if (!existing) await dataSource.query(`CREATE DATABASE ${name}`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function openServices(url: string): Promise<Services> {
  const options = dataSourceOptions(readDatabaseSettings({ DATABASE_URL: url }));
  const dataSource = await new DataSource(options).initialize();
  const database = new Database(dataSource);
  const counts = new PathologyCountsService(database);
  return {
    dataSource,
    statistics: new StatisticsService(counts, new MedicationSalesService(database)),
    alerts: new AlertsService(
      counts,
      new WeeklyCountsService(database),
      new StoredAlertsService(database, counts),
    ),
    list: new ConsultationListService(database, new Distribution(database)),
  };
}

/** Includes the connection and the first plan of the statements. */
async function timeOfFirstCall({ ask }: Question, scale: Scale): Promise<number> {
  const services = await openServices(scale.url);
  try {
    return await timeOf(() => ask(services, scale));
  } finally {
    await services.dataSource.destroy();
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

runBenchmark(main);
