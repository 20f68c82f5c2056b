import type { Transaction } from '../../../platform/database/database';
import type { CountryCode } from '../../../shared/country';
import type { SaleRow } from './sale-row';
import {
  CREATE_BATCH_MEDICATIONS,
  FIND_BATCH_CONFLICTS,
  RECORD_SALES_BATCH,
  type StagedSales,
} from './sales-batch.sql';

export interface SalesBatchResult {
  readonly recorded: number;
  /** Sales that were recorded before with the same content, or that are in the batch twice. */
  readonly alreadyRecorded: number;
  /** Items whose external id was recorded with other content, in order. They are not recorded. */
  readonly conflicting: number[];
}

interface RecordedSales extends Pick<SalesBatchResult, 'conflicting'> {
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
  await transaction.run(CREATE_BATCH_MEDICATIONS, { rows });
  const recorded = await transaction.rows(RECORD_SALES_BATCH, { rows, accountId });
  if (recorded.length === saleRows.length) return { recorded, conflicting: [] };
  const { conflicting } = await transaction.one(FIND_BATCH_CONFLICTS, { rows, accountId });
  return { recorded, conflicting };
}

/** Records the sales of a temporary table as `recordSales` does, and writes the audit event. */
export async function recordStagedSales(
  transaction: Transaction,
  { createMedications, record, findConflicts }: StagedSales,
  accountId: string,
): Promise<SalesBatchResult> {
  await transaction.run(createMedications);
  const { items, recorded } = await transaction.one(record, { accountId });
  if (recorded === items) return { recorded, alreadyRecorded: 0, conflicting: [] };
  const { conflicting } = await transaction.one(findConflicts, { accountId });
  return { recorded, alreadyRecorded: items - recorded - conflicting.length, conflicting };
}
