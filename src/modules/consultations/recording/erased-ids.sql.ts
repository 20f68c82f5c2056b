import { z } from 'zod';
import { text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';

const lockErasedIds = (mode: 'shared' | 'exclusive') =>
  statement({
    name: `lock_erased_ids_${mode}`,
    text: `
SELECT FROM pg_advisory_xact_lock${mode === 'shared' ? '_shared' : ''}(hashtextextended('erased ids ' || $accountId::uuid, 0))`,
    parameters: { accountId: uuid() },
  });

/** Imports of an account share the lock; erasures, which change the ids of its claims, exclude them. */
export const LOCK_ERASED_IDS = { shared: lockErasedIds('shared'), exclusive: lockErasedIds('exclusive') };

/** Any id of an erased line of the account. */
export const FIND_ERASED_ID = statement({
  name: 'find_erased_id',
  text: `
SELECT external_id AS "externalId" FROM consultation_claim
WHERE account_id = $accountId AND digest = '' AND starts_with(external_id, $prefix)
LIMIT 1`,
  parameters: { accountId: uuid(), prefix: text() },
  row: z.object({ externalId: z.string() }),
});
