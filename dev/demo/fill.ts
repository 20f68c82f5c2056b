import type { DataSource, EntityManager } from 'typeorm';
import { nameKey } from '../../src/fields/name-key';
import { MedicationSalesService } from '../../src/health/medication-sales.service';
import { StackError } from '../stack-error';
import { demoConsultations, demoSales, type DemoConsultation } from './records';

/** How much to fill in, and until when. */
export interface DemoSize {
  readonly consultations: number;
  readonly sales: number;
  readonly now: Date;
}

/** What was filled in, counted by the database for consultations. */
export interface DemoTotals {
  readonly consultations: number;
  readonly sales: number;
  readonly countries: number;
}

/** Lines that one statement takes. */
const BATCH = 5_000;

/**
 * Fills a database with invented consultations and sales: all of them, or none where it is interrupted or fails.
 * @param report hears now and then how many lines are in, of about how many
 * @throws StackError where such data is there already
 */
export async function fillWithDemoData(
  dataSource: DataSource,
  size: DemoSize,
  report: (done: number, of: number) => void = () => undefined,
): Promise<DemoTotals> {
  const { now } = size;
  const all = size.consultations + size.sales;
  return dataSource.transaction(async (manager) => {
    const account = await createDemoAccount(manager);
    const countries = new Set<string>();
    let consultations = 0;
    for (const batch of batchesOf(demoConsultations({ now, total: size.consultations }))) {
      consultations += await insertBatch(manager, batch, account);
      for (const { country } of batch) countries.add(country);
      report(consultations, all);
    }
    const sales = [...demoSales({ now, total: size.sales })];
    // One call, which is one transaction of its own, and the last thing before this one is committed: whatever
    // goes wrong until then leaves neither.
    await new MedicationSalesService(dataSource).record(sales);
    report(consultations + sales.length, all);
    return { consultations, sales: sales.length, countries: countries.size };
  });
}

/** The account that recorded it all marks the data as invented; of two runs at once, one creates it. */
async function createDemoAccount(manager: EntityManager): Promise<string> {
  const [row] = await manager.query<{ id: string }[]>(
    `INSERT INTO account (issuer, subject, email, name, role, country)
     VALUES ('demo', 'synthetic-data', 'synthetic-data@example.org', 'Synthetic data', 'doctor', NULL)
     ON CONFLICT (issuer, subject) DO NOTHING
     RETURNING id`,
  );
  if (row === undefined)
    throw new StackError('The synthetic data is in this database already, so nothing was added.');
  return row.id;
}

/**
 * Records consultations and counts them, in one statement, so that no count can differ from what it counts.
 *
 * $1 lines, $2 account. One row: how many were recorded; a line whose name is not in the catalogue is not.
 */
const RECORD_BATCH = `
WITH recorded AS (
  INSERT INTO consultation (country, pathology_id, patient_id, consulted_at, recorded_by)
  SELECT l.country, n.pathology_id, l.patient_id, l.consulted_at, $2
  FROM jsonb_to_recordset($1::jsonb) AS l (country text, key text, patient_id text, consulted_at timestamptz)
  JOIN pathology_name n ON n.scope = '*' AND n.key = l.key
  RETURNING country, pathology_id, consulted_at
), counted AS (
  INSERT INTO pathology_daily_count AS c (country, day, pathology_id, slot, cases)
  SELECT country, (consulted_at AT TIME ZONE 'UTC')::date, pathology_id, 0, count(*)
  FROM recorded GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (country, day, pathology_id, slot) DO UPDATE SET cases = c.cases + excluded.cases
)
SELECT count(*)::integer AS recorded FROM recorded`;

async function insertBatch(
  manager: EntityManager,
  batch: readonly DemoConsultation[],
  account: string,
): Promise<number> {
  const lines = batch.map(({ country, pathologyName, patientId, consultedAt }) => ({
    country,
    key: nameKey(pathologyName),
    patient_id: patientId,
    consulted_at: consultedAt,
  }));
  const [{ recorded }] = await manager.query<[{ recorded: number }]>(RECORD_BATCH, [
    JSON.stringify(lines),
    account,
  ]);
  if (recorded !== batch.length) throw new Error('A pathology of the synthetic data is not in the catalogue');
  return recorded;
}

function* batchesOf<Line>(lines: Iterable<Line>): Generator<Line[]> {
  let batch: Line[] = [];
  for (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
