import type { DataSource, EntityManager } from 'typeorm';
import {
  CONSULTATION_ROWS,
  ConsultationBatchService,
  consultationRow,
} from '../../src/modules/consultations/recording/consultation-batch.service';
import { MedicationSalesService } from '../../src/modules/health/medications/medication-sales.service';
import { StackError } from '../stack/stack-error';
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
    await recordInTime(manager, account);
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
 * Has each consultation recorded an hour after it took place: recorded all at once, years of them would be late reports. The
 * database refuses such a change to real records, so its triggers sleep until the end of this transaction.
 */
async function recordInTime(manager: EntityManager, account: string): Promise<void> {
  await manager.query(`SET LOCAL session_replication_role = 'replica'`);
  await manager.query(
    `UPDATE consultation SET recorded_at = least(now(), consulted_at + interval '1 hour') WHERE recorded_by = $1`,
    [account],
  );
  await manager.query(`SET LOCAL session_replication_role = 'origin'`);
}

async function insertBatch(
  manager: EntityManager,
  batch: readonly DemoConsultation[],
  account: string,
): Promise<number> {
  const rows = batch.map((consultation, line) =>
    consultationRow({ ...consultation, consultationDate: consultation.consultedAt }, { line }),
  );
  const lines = { relation: CONSULTATION_ROWS, values: [JSON.stringify(rows)] };
  const { recorded } = await new ConsultationBatchService().recordFrom(manager, lines, account);
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
