import type { DataSource } from 'typeorm';
import { OperatorError } from '../../src/platform/config/operator-error';
import { Database, type Transaction } from '../../src/platform/database/database';
import { parseCountry } from '../../src/shared/country';
import { DISABLE_TRIGGERS, ENABLE_TRIGGERS } from './insert-demo-data.sql';
import {
  ACCOUNTS_PER_COUNTRY,
  ANALYZE_SCALE_DATA,
  BUILD_INDEXES,
  COUNT_SCALE_CONSULTATIONS,
  COUNT_SCALE_SALES,
  CREATE_SCALE_ACCOUNTS,
  DROP_INDEXES,
  INSERT_SCALE_CONSULTATIONS,
  INSERT_SCALE_SALES,
  LIST_SCALE_ITEMS,
  REBUILD_SUMS,
} from './insert-scale-data.sql';

/** The 54 states of Africa, those with the most records first. */
export const SCALE_COUNTRIES =
  'NG ET CD TZ ZA KE UG DZ SD MA AO MZ GH MG CI CM NE ML BF MW ZM TD SO SN ZW GN RW BJ BI TN SS TG SL LY CG LR CF MR ER GM BW NA GA LS GW GQ MU SZ DJ KM CV ST SC EG'
    .split(' ')
    .flatMap((code) => parseCountry(code) ?? []);

interface ScaleSize {
  readonly consultations: number;
  /** The records are of the three years before. */
  readonly now: Date;
}

/** Consultations for each sale. */
const CONSULTATIONS_PER_SALE = 5;
/** Records in one statement. */
const BATCH_SIZE = 250_000;

/**
 * Inserts millions of consultations and a fifth as many sales of 54 countries, in one transaction. The same size always gives
 * the same records, but their ids. Counts are built at the end, because one by one they would take hours.
 * @param report called with the number of inserted records and their total
 * @throws OperatorError if the database has these records already
 */
export async function insertScaleData(
  dataSource: DataSource,
  { consultations, now }: ScaleSize,
  report: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const sales = Math.floor(consultations / CONSULTATIONS_PER_SALE);
  const database = new Database(dataSource);
  await database.transaction(async (transaction) => {
    const accountIds = await createAccounts(transaction);
    const { pathologies, medications } = await transaction.one(LIST_SCALE_ITEMS);
    const values = { now: now.toISOString(), countries: SCALE_COUNTRIES, accountIds };
    // Foreign keys are not checked and counts are not summed row by row.
    await transaction.run(DISABLE_TRIGGERS);
    await transaction.run(DROP_INDEXES);
    for (const range of rangesOf(consultations)) {
      await transaction.run(INSERT_SCALE_CONSULTATIONS, { ...values, ...range, pathologyIds: pathologies });
      report(range.last, consultations + sales);
    }
    await transaction.run(BUILD_INDEXES);
    for (const range of rangesOf(sales)) {
      await transaction.run(INSERT_SCALE_SALES, { ...values, ...range, medicationIds: medications });
      report(consultations + range.last, consultations + sales);
    }
    await transaction.run(COUNT_SCALE_CONSULTATIONS, { accountIds });
    await transaction.run(COUNT_SCALE_SALES, { accountIds });
    await transaction.one(REBUILD_SUMS);
    await transaction.run(ENABLE_TRIGGERS);
  });
  await database.run(ANALYZE_SCALE_DATA);
}

/** @returns the ids of twenty accounts for each country, in the order of the countries */
async function createAccounts(transaction: Transaction): Promise<string[]> {
  const accounts = await transaction.rows(CREATE_SCALE_ACCOUNTS, { countries: SCALE_COUNTRIES });
  if (accounts.length === ACCOUNTS_PER_COUNTRY * SCALE_COUNTRIES.length) return accounts.map(({ id }) => id);
  throw new OperatorError('The records are in this database already, so nothing was added.');
}

function* rangesOf(total: number): Generator<{ first: number; last: number }> {
  for (let first = 1; first <= total; first += BATCH_SIZE)
    yield { first, last: Math.min(first + BATCH_SIZE - 1, total) };
}
