import type { Transaction } from '../../../platform/database/database';
import type { CountryCode } from '../../../shared/country';
import type { SaleRow } from './sale-row';
import {
  CREATE_BATCH_MEDICATIONS,
  FIND_BATCH_CONFLICTS,
  LOCK_BATCH_MEDICATIONS,
  RECORD_SALES_BATCH,
  type StagedSales,
} from './sales-batch.sql';

export interface SalesBatchResult {
  readonly recorded: number;
  /** Sales that were recorded before with the same content, or that are in the batch twice. */
  readonly alreadyRecorded: number;
  /** Items whose external id was recorded with other content, in order. They are not recorded. */
  readonly conflicting: number[];
  /** Items with a new name of a medication, of which the country has the maximum, in order. They are not recorded. */
  readonly unnamed: number[];
}

interface RecordedSales extends Pick<SalesBatchResult, 'conflicting' | 'unnamed'> {
  readonly recorded: readonly { readonly country: CountryCode; readonly id: string }[];
}

/**
 * Records sales and counts their units. A transaction may record only one batch: batches take their locks in the same order,
 * and a second one would start again and could deadlock with another.
 * @param accountId the account that records them and owns their external ids; null only if no row has an external id
 */
export async function recordSales(
  transaction: Transaction,
  saleRows: readonly SaleRow[],
  accountId: string | null,
): Promise<RecordedSales> {
  const rows = JSON.stringify(saleRows);
  const countries = await transaction.rows(LOCK_BATCH_MEDICATIONS, { rows, accountId });
  if (countries.length > 0) await transaction.run(CREATE_BATCH_MEDICATIONS, { rows });
  const results = await transaction.rows(RECORD_SALES_BATCH, { rows, accountId });
  const recorded = results.flatMap(({ country, id }) => (id === null ? [] : { country, id }));
  const unnamed = results.flatMap(({ item, id }) => (id === null ? item : [])).sort((a, b) => a - b);
  if (recorded.length === saleRows.length) return { recorded, conflicting: [], unnamed };
  const { conflicting } = await transaction.one(FIND_BATCH_CONFLICTS, { rows, accountId });
  return { recorded, conflicting, unnamed: withoutItems(unnamed, conflicting) };
}

/** Records the sales of a temporary table as `recordSales` does, and writes the audit event. */
export async function recordStagedSales(
  transaction: Transaction,
  { lockMedications, createMedications, record, findConflicts }: StagedSales,
  accountId: string,
): Promise<SalesBatchResult> {
  const countries = await transaction.rows(lockMedications, { accountId });
  if (countries.length > 0) await transaction.run(createMedications);
  const { items, recorded, unnamed: allUnnamed } = await transaction.one(record, { accountId });
  if (recorded === items) return { recorded, alreadyRecorded: 0, conflicting: [], unnamed: [] };
  const { conflicting } = await transaction.one(findConflicts, { accountId });
  const unnamed = withoutItems(allUnnamed, conflicting);
  const alreadyRecorded = items - recorded - conflicting.length - unnamed.length;
  return { recorded, alreadyRecorded, conflicting, unnamed };
}

/** An item with the external id of another sale is a conflict, whatever its name is. */
function withoutItems(items: readonly number[], conflicting: readonly number[]): number[] {
  const excluded = new Set(conflicting);
  return items.filter((item) => !excluded.has(item));
}
