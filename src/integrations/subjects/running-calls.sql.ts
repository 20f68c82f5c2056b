import { z } from 'zod';
import { array, text } from '../../platform/database/parameter';
import { statement } from '../../platform/database/statement';

/**
 * The transactions of calls with an `Idempotency-Key`, which have locked the key and looked for a stored response before they
 * read records, and of voids. Not a backup, which reads the same tables for hours. On Citus, a void without a key runs on the
 * node of its country and is not found.
 */
export const LIST_RUNNING_CALLS = statement({
  name: 'list_running_calls',
  text: `
SELECT DISTINCT coalesce(t.virtualtransaction, '') AS transaction
FROM pg_locks t
WHERE t.locktype = 'relation' AND t.granted AND t.pid IS DISTINCT FROM pg_backend_pid()
  AND t.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND (
    (t.relation = 'consultation_void'::regclass AND t.mode = 'RowExclusiveLock')
    OR (t.relation = 'idempotent_answer'::regclass AND EXISTS (
      SELECT FROM pg_locks k WHERE k.locktype = 'advisory' AND k.virtualtransaction = t.virtualtransaction)))`,
  row: z.object({ transaction: z.string() }),
  plan: 'custom',
});

/** Whether any of the transactions has not ended. */
export const ARE_RUNNING = statement({
  name: 'are_transactions_running',
  text: `
SELECT EXISTS (SELECT FROM pg_locks WHERE virtualtransaction = ANY ($transactions::text[])) AS "areRunning"`,
  parameters: { transactions: array(text()) },
  row: z.object({ areRunning: z.boolean() }),
});
