import { DataSource } from 'typeorm';
import { insertDemoData, type DemoSize, type DemoTotals } from '../../dev/demo/insert-demo-data';
import { demoConsultations, demoSales } from '../../dev/demo/records';
import { OperatorError } from '../../src/platform/config/operator-error';
import { dataSourceOptions } from '../../src/platform/database/data-source';
import { type TestDatabase, createDatabase } from '../support/database';
import { testEnvironment } from '../support/environment';
import { ALL_CASES } from '../support/daily-counts';

const now = new Date('2026-06-15T12:00:00Z');
const smallSize: DemoSize = { consultations: 12_000, sales: 3_000, now };

/** Counts the rows of every table with synthetic data. */
const COUNT_ROWS = `
  SELECT (SELECT count(*) FROM account)::integer AS accounts,
         (SELECT count(*) FROM consultation)::integer AS consultations,
         (SELECT coalesce(sum(cases), 0) FROM ${ALL_CASES} c)::integer AS cases,
         (SELECT count(*) FROM medication_sale)::integer AS sales`;
const NO_ROWS = [{ accounts: 0, consultations: 0, cases: 0, sales: 0 }];

/** With the role that owns the tables, as the command connects: it writes times of recording. */
const connect = async ({ ownerUrl }: TestDatabase): Promise<DataSource> =>
  new DataSource(dataSourceOptions(testEnvironment({ DATABASE_URL: ownerUrl }))).initialize();

describe('a database with synthetic data', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let totals: DemoTotals;

  beforeAll(async () => {
    database = await createDatabase();
    dataSource = await connect(database);
    totals = await insertDemoData(dataSource, smallSize);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('has the reported number of records, about as many as requested', async () => {
    const { consultations, sales } = totals;
    const counted = [{ accounts: 1, consultations, cases: consultations, sales }];
    expect(await dataSource.query(COUNT_ROWS)).toEqual(counted);
    expect(consultations / smallSize.consultations).toBeCloseTo(1, 1);
    expect(sales / smallSize.sales).toBeCloseTo(1, 1);
    expect(totals.countries).toBeGreaterThanOrEqual(12);
  });

  it('counts every consultation, by country, day and pathology', async () => {
    const differences = await dataSource.query<unknown[]>(
      `SELECT * FROM (
         SELECT country, (consulted_at AT TIME ZONE 'UTC')::date AS day, pathology_id, count(*) AS cases
         FROM consultation GROUP BY 1, 2, 3
       ) r FULL JOIN (
         SELECT country, day, pathology_id, sum(cases) AS cases FROM ${ALL_CASES} d GROUP BY 1, 2, 3
       ) c USING (country, day, pathology_id)
       WHERE r.cases IS DISTINCT FROM c.cases`,
    );
    expect(differences).toEqual([]);
  });

  it('marks every consultation as synthetic by its account and its patient id', async () => {
    const recorders = await dataSource.query<unknown[]>(
      `SELECT DISTINCT a.issuer, a.name FROM consultation c LEFT JOIN account a ON a.id = c.recorded_by`,
    );
    expect(recorders).toEqual([{ issuer: 'demo', name: 'Synthetic data' }]);
    const others = await dataSource.query<unknown[]>(
      `SELECT patient_id FROM consultation WHERE patient_id !~ '^DEMO-[0-9]{6}$'`,
    );
    expect(others).toEqual([]);
  });

  it('refuses more synthetic data and stays unchanged', async () => {
    const before: unknown = await dataSource.query(COUNT_ROWS);
    const again = insertDemoData(dataSource, smallSize);
    await expect(again).rejects.toThrow(OperatorError);
    await expect(again).rejects.toThrow('in this database already');
    expect(await dataSource.query(COUNT_ROWS)).toEqual(before);
  });
});

describe('insertDemoData', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeEach(async () => {
    database = await createDatabase();
    dataSource = await connect(database);
  });

  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('succeeds once if two calls run at the same time', async () => {
    const outcomes = await Promise.allSettled([1, 2].map(() => insertDemoData(dataSource, smallSize)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [rows] = await dataSource.query<[{ consultations: number; cases: number }]>(COUNT_ROWS);
    expect(rows.consultations / smallSize.consultations).toBeCloseTo(1, 1);
    expect(rows.cases).toBe(rows.consultations);
  });

  it.each([
    ['consultations', 'pathology_count_change ADD CHECK (cases < 2)'],
    ['sales', 'medication_units_change ADD CHECK (units < 2)'],
  ])('leaves no rows if %s cannot be recorded', async (_, obstacle) => {
    await dataSource.query(`ALTER TABLE ${obstacle}`);
    await expect(insertDemoData(dataSource, smallSize)).rejects.toThrow('violates check constraint');
    expect(await dataSource.query(COUNT_ROWS)).toEqual(NO_ROWS);
  });
});

describe('the synthetic data', () => {
  const consultations = [...demoConsultations({ now, total: 120_000 })];
  const sales = [...demoSales({ now, total: 60_000 })];

  const count = (pathology: string, country: string, months: readonly number[]) =>
    consultations.filter(
      ({ pathologyName, country: recorded, consultedAt }) =>
        pathologyName === pathology && recorded === country && months.includes(consultedAt.getUTCMonth() + 1),
    ).length;

  it('is the same in every run', () => {
    const again = [...demoConsultations({ now, total: 120_000 })];
    expect(again.slice(0, 5_000)).toEqual(consultations.slice(0, 5_000));
    expect([...demoSales({ now, total: 60_000 })].slice(0, 5_000)).toEqual(sales.slice(0, 5_000));
  });

  it('covers the three years up to now and nothing later', () => {
    const dates = [
      ...consultations.map(({ consultedAt }) => consultedAt),
      ...sales.map(({ soldAt }) => soldAt),
    ];
    const times = dates.map(Number);
    const week = 7 * 24 * 60 * 60 * 1000;
    const first = times.reduce((a, b) => Math.min(a, b));
    const last = times.reduce((a, b) => Math.max(a, b));
    expect(Math.abs(first - Date.parse('2023-06-15T00:00:00Z'))).toBeLessThan(week);
    expect(last).toBeLessThanOrEqual(now.getTime());
    expect(now.getTime() - last).toBeLessThan(week);
  });

  it('has at least 55 pathologies and 55 medicines in at least 12 countries', () => {
    expect(new Set(consultations.map(({ pathologyName }) => pathologyName)).size).toBeGreaterThanOrEqual(55);
    expect(new Set(sales.map(({ medicationName }) => medicationName)).size).toBeGreaterThanOrEqual(55);
    expect(new Set(consultations.map(({ country }) => country)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(sales.map(({ country }) => country)).size).toBeGreaterThanOrEqual(12);
  });

  it('has malaria after the rains, meningitis in the dry season of the Sahel and hypertension all year', () => {
    expect(count('Malaria', 'BF', [8, 9, 10])).toBeGreaterThan(2 * count('Malaria', 'BF', [2, 3, 4]));
    const meningitis = 'Meningococcal meningitis';
    expect(count(meningitis, 'NE', [2, 3, 4])).toBeGreaterThan(3 * count(meningitis, 'NE', [7, 8, 9]));
    const [winter, summer] = [count('Hypertension', 'NG', [1, 2, 3]), count('Hypertension', 'NG', [7, 8, 9])];
    expect(winter / summer).toBeGreaterThan(0.7);
    expect(winter / summer).toBeLessThan(1.4);
  });

  it('has influenza in the winter of each hemisphere, and no malaria in Egypt', () => {
    expect(count('Influenza', 'EG', [12, 1, 2])).toBeGreaterThan(count('Influenza', 'EG', [6, 7, 8]));
    expect(count('Influenza', 'ZA', [6, 7, 8])).toBeGreaterThan(count('Influenza', 'ZA', [12, 1, 2]));
    expect(count('Malaria', 'EG', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).toBe(0);
  });
});
