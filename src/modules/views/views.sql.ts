import { z } from 'zod';
import { lockAccountsNotErased } from '../../platform/database/erased-account.sql';
import { text, uuid } from '../../platform/database/parameter';
import { statement } from '../../platform/database/statement';

const viewRow = z.object({
  name: z.string(),
  query: z.string(),
  savedAt: z.date().transform((date) => date.toISOString()),
});

const COLUMNS = 'name, query, saved_at AS "savedAt"';
const ACCOUNT = { accountId: uuid() };
const VIEW = { ...ACCOUNT, name: text() };

export const LIST_VIEWS = statement({
  name: 'list_saved_views',
  text: `SELECT ${COLUMNS} FROM saved_view WHERE account_id = $accountId ORDER BY lower(name), name`,
  parameters: ACCOUNT,
  row: viewRow,
});

/** Lets one transaction at a time change the views of an account. */
export const LOCK_VIEWS = statement({
  name: 'lock_saved_views',
  text: `SELECT FROM pg_advisory_xact_lock(hashtext('saved_view'), hashtext($accountId::uuid::text))`,
  parameters: ACCOUNT,
});

/** How many other views an account has. */
export const COUNT_OTHER_VIEWS = statement({
  name: 'count_other_saved_views',
  text: 'SELECT count(*)::integer AS others FROM saved_view WHERE account_id = $accountId AND name <> $name',
  parameters: VIEW,
  row: z.object({ others: z.int() }),
});

/** Stores a view, in place of the one with its name; no row if the account is erased. */
export const STORE_VIEW = statement({
  name: 'store_saved_view',
  text: `
WITH own AS (${lockAccountsNotErased('a.id = $accountId::uuid')})
INSERT INTO saved_view (account_id, name, query) SELECT own.id, $name, $query FROM own
ON CONFLICT (account_id, name) DO UPDATE SET query = excluded.query, saved_at = now()
RETURNING ${COLUMNS}`,
  parameters: { ...VIEW, query: text() },
  row: viewRow,
});

/** Renames a view; no row if there is none. */
export const RENAME_VIEW = statement({
  name: 'rename_saved_view',
  text: `UPDATE saved_view SET name = $newName WHERE account_id = $accountId AND name = $name RETURNING ${COLUMNS}`,
  parameters: { ...VIEW, newName: text() },
  row: viewRow,
});

export const FIND_VIEW = statement({
  name: 'find_saved_view',
  text: `SELECT ${COLUMNS} FROM saved_view WHERE account_id = $accountId AND name = $name`,
  parameters: VIEW,
  row: viewRow,
});

export const DELETE_VIEW = statement({
  name: 'delete_saved_view',
  text: 'DELETE FROM saved_view WHERE account_id = $accountId AND name = $name',
  parameters: VIEW,
});

/** Deletes all views of an account. */
export const DELETE_VIEWS = statement({
  name: 'delete_saved_views',
  text: 'DELETE FROM saved_view WHERE account_id = $accountId',
  parameters: ACCOUNT,
});
