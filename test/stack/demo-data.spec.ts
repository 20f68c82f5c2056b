import { DataSource } from 'typeorm';
import { fillWithDemoData, type DemoSize, type DemoTotals } from '../../dev/demo/fill';
import { demoConsultations, demoSales } from '../../dev/demo/records';
import { StackError } from '../../dev/stack/stack-error';
import { dataSourceOptions } from '../../src/platform/database/data-source';
import { type TestDatabase, createDatabase } from '../support/database';
import { testEnvironment } from '../support/environment';

const now = new Date('2026-06-15T12:00:00Z');
const small: DemoSize = { consultations: 12_000, sales: 3_000, now };

/** The rows of every table that synthetic data goes into. */
const ROWS = `
  SELECT (SELECT count(*) FROM account)::integer AS accounts,
         (SELECT count(*) FROM consultation)::integer AS consultations,
         (SELECT coalesce(sum(cases), 0) FROM pathology_daily_count)::integer AS cases,
         (SELECT count(*) FROM medication_sale)::integer AS sales`;
const NOTHING = [{ accounts: 0, consultations: 0, cases: 0, sales: 0 }];

const connect = async ({ url }: TestDatabase): Promise<DataSource> =>
  new DataSource(dataSourceOptions(testEnvironment({ DATABASE_URL: url }))).initialize();

describe('a database with synthetic data', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let totals: DemoTotals;

  beforeAll(async () => {
    database = await createDatabase();
    dataSource = await connect(database);
    totals = await fillWithDemoData(dataSource, small);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('has as many records as was said, and about as many as were wanted', async () => {
    const { consultations, sales } = totals;
    expect(await dataSource.query(ROWS)).toEqual([
      { accounts: 1, consultations, cases: consultations, sales },
    ]);
    expect(consultations / small.consultations).toBeCloseTo(1, 1);
    expect(sales / small.sales).toBeCloseTo(1, 1);
    expect(totals.countries).toBeGreaterThanOrEqual(12);
  });

  it('counts every consultation, by country, day and pathology', async () => {
    const differences = await dataSource.query<unknown[]>(
      `SELECT * FROM (
         SELECT country, (consulted_at AT TIME ZONE 'UTC')::date AS day, pathology_id, count(*) AS cases
         FROM consultation GROUP BY 1, 2, 3
       ) r FULL JOIN (
         SELECT country, day, pathology_id, sum(cases) AS cases FROM pathology_daily_count GROUP BY 1, 2, 3
       ) c USING (country, day, pathology_id)
       WHERE r.cases IS DISTINCT FROM c.cases`,
    );
    expect(differences).toEqual([]);
  });

  it('says of every record that it is invented: by its account, and by its patient', async () => {
    const recorders = await dataSource.query<unknown[]>(
      `SELECT DISTINCT a.issuer, a.name FROM consultation c LEFT JOIN account a ON a.id = c.recorded_by`,
    );
    expect(recorders).toEqual([{ issuer: 'demo', name: 'Synthetic data' }]);
    const others = await dataSource.query<unknown[]>(
      `SELECT patient_id FROM consultation WHERE patient_id !~ '^DEMO-[0-9]{6}$'`,
    );
    expect(others).toEqual([]);
  });

  it('refuses more of it, and nothing is doubled', async () => {
    const before: unknown = await dataSource.query(ROWS);
    const again = fillWithDemoData(dataSource, small);
    await expect(again).rejects.toThrow(StackError);
    await expect(again).rejects.toThrow('in this database already');
    expect(await dataSource.query(ROWS)).toEqual(before);
  });
});

describe('adding synthetic data', () => {
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

  it('happens once where two do so at the same time', async () => {
    const outcomes = await Promise.allSettled([1, 2].map(() => fillWithDemoData(dataSource, small)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [rows] = await dataSource.query<[{ consultations: number; cases: number }]>(ROWS);
    expect(rows.consultations / small.consultations).toBeCloseTo(1, 1);
    expect(rows.cases).toBe(rows.consultations);
  });

  it.each([
    ['consultations', 'pathology_daily_count ADD CHECK (cases < 2)'],
    ['sales', 'medication_daily_units ADD CHECK (units < 2)'],
  ])('leaves nothing where %s cannot be recorded', async (_, obstacle) => {
    await dataSource.query(`ALTER TABLE ${obstacle}`);
    await expect(fillWithDemoData(dataSource, small)).rejects.toThrow('violates check constraint');
    expect(await dataSource.query(ROWS)).toEqual(NOTHING);
  });
});

describe('the figures of the synthetic data', () => {
  const consultations = [...demoConsultations({ now, total: 120_000 })];
  const sales = [...demoSales({ now, total: 60_000 })];

  const cases = (pathology: string, country: string, months: readonly number[]) =>
    consultations.filter(
      (one) =>
        one.pathologyName === pathology &&
        one.country === country &&
        months.includes(one.consultedAt.getUTCMonth() + 1),
    ).length;

  it('are the same in every run', () => {
    expect([...demoConsultations({ now, total: 120_000 })].slice(0, 5_000)).toEqual(
      consultations.slice(0, 5_000),
    );
    expect([...demoSales({ now, total: 60_000 })].slice(0, 5_000)).toEqual(sales.slice(0, 5_000));
  });

  it('cover three years up to this moment and none of the future', () => {
    const moments = [...consultations.map((one) => one.consultedAt), ...sales.map((one) => one.soldAt)].map(
      Number,
    );
    const week = 7 * 24 * 60 * 60 * 1000;
    const first = moments.reduce((a, b) => Math.min(a, b));
    const last = moments.reduce((a, b) => Math.max(a, b));
    expect(Math.abs(first - Date.parse('2023-06-15T00:00:00Z'))).toBeLessThan(week);
    expect(last).toBeLessThanOrEqual(now.getTime());
    expect(now.getTime() - last).toBeLessThan(week);
  });

  it('name some sixty pathologies and sixty medicines in a dozen countries and more', () => {
    expect(new Set(consultations.map((one) => one.pathologyName)).size).toBeGreaterThanOrEqual(55);
    expect(new Set(sales.map((one) => one.medicationName)).size).toBeGreaterThanOrEqual(55);
    expect(new Set(consultations.map((one) => one.country)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(sales.map((one) => one.country)).size).toBeGreaterThanOrEqual(12);
  });

  it('have malaria after the rains, meningitis in the dry season of the Sahel and hypertension all year', () => {
    expect(cases('Malaria', 'BF', [8, 9, 10])).toBeGreaterThan(2 * cases('Malaria', 'BF', [2, 3, 4]));
    const meningitis = 'Meningococcal meningitis';
    expect(cases(meningitis, 'NE', [2, 3, 4])).toBeGreaterThan(3 * cases(meningitis, 'NE', [7, 8, 9]));
    const [winter, summer] = [cases('Hypertension', 'NG', [1, 2, 3]), cases('Hypertension', 'NG', [7, 8, 9])];
    expect(winter / summer).toBeGreaterThan(0.7);
    expect(winter / summer).toBeLessThan(1.4);
  });

  it('have influenza in the winter of either half of the continent, and no malaria in Egypt', () => {
    expect(cases('Influenza', 'EG', [12, 1, 2])).toBeGreaterThan(cases('Influenza', 'EG', [6, 7, 8]));
    expect(cases('Influenza', 'ZA', [6, 7, 8])).toBeGreaterThan(cases('Influenza', 'ZA', [12, 1, 2]));
    expect(cases('Malaria', 'EG', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).toBe(0);
  });
});
