import type { DataSource } from 'typeorm';
import {
  recordConsultations,
  toConsultationRow,
} from '../../src/modules/consultations/recording/consultation-batch';
import { MedicationSalesService } from '../../src/modules/health/medications/medication-sales.service';
import { Database, type Transaction } from '../../src/platform/database/database';
import { OperatorError } from '../../src/platform/config/operator-error';
import {
  CREATE_DEMO_ACCOUNT,
  DISABLE_TRIGGERS,
  ENABLE_TRIGGERS,
  SET_RECORDING_TIMES,
} from './insert-demo-data.sql';
import { demoConsultations, demoSales, type DemoConsultation } from './records';

/** The amount of synthetic data; the records end at `now`. */
export interface DemoSize {
  readonly consultations: number;
  readonly sales: number;
  readonly now: Date;
}

/** The numbers of inserted records. */
export interface DemoTotals {
  readonly consultations: number;
  readonly sales: number;
  readonly countries: number;
}

/** Consultations in one statement. */
const BATCH_SIZE = 5_000;

/**
 * Inserts synthetic consultations and sales in one transaction.
 * @param report called with the number of inserted records and the expected total
 * @throws OperatorError if the database has synthetic data already
 */
export async function insertDemoData(
  dataSource: DataSource,
  size: DemoSize,
  report: (done: number, total: number) => void = () => undefined,
): Promise<DemoTotals> {
  const { now } = size;
  const total = size.consultations + size.sales;
  const database = new Database(dataSource);
  return database.transaction(async (transaction) => {
    const accountId = await createDemoAccount(transaction);
    const countries = new Set<string>();
    let consultations = 0;
    for (const batch of batchesOf(demoConsultations({ now, total: size.consultations }))) {
      consultations += await insertBatch(transaction, batch, accountId);
      for (const { country } of batch) countries.add(country);
      report(consultations, total);
    }
    await setRecordingTimes(transaction, accountId);
    const sales = [...demoSales({ now, total: size.sales })];
    // Its own transaction, and the last step before the commit: if either fails, neither leaves records.
    await new MedicationSalesService(database).record(sales);
    report(consultations + sales.length, total);
    return { consultations, sales: sales.length, countries: countries.size };
  });
}

/** Creates the account that records all synthetic data. If two runs start at once, one of them fails here. */
async function createDemoAccount(transaction: Transaction): Promise<string> {
  const row = await transaction.first(CREATE_DEMO_ACCOUNT);
  if (row === undefined)
    throw new OperatorError('The synthetic data is in this database already, so nothing was added.');
  return row.id;
}

/**
 * Sets the recording time of each consultation to an hour after it took place: otherwise all of them would be late reports.
 * Turns off the triggers for this, because they refuse changes to consultations.
 */
async function setRecordingTimes(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.run(DISABLE_TRIGGERS);
  await transaction.run(SET_RECORDING_TIMES, { accountId });
  await transaction.run(ENABLE_TRIGGERS);
}

async function insertBatch(
  transaction: Transaction,
  batch: readonly DemoConsultation[],
  accountId: string,
): Promise<number> {
  const rows = batch.map((consultation, item) =>
    toConsultationRow({ ...consultation, consultationDate: consultation.consultedAt }, { item }),
  );
  const recorded = await recordConsultations(transaction, rows, accountId);
  return recorded.size;
}

function* batchesOf<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
