import { writeAuditEvents } from '../../../platform/audit/write-audit-events';
import { CommandError } from '../../../platform/command-line/command';
import { currentOperator } from '../../../platform/command-line/operator';
import type { Database, Transaction } from '../../../platform/database/database';
import { Distribution } from '../../../platform/database/distribution';
import type { CountryScope } from '../../../shared/country';
import { groupBy } from '../../../shared/groups';
import { verifyChain } from '../verification/verify-chain';
import {
  BEGIN_REMOVAL,
  DELETE_EVENTS_OF_DAY,
  DELETE_LINKS_OF_DAY,
  FIND_REMOVED_DAY,
  LIST_DAYS_BEFORE,
  LIST_REMOVED_DAYS,
  STORE_REMOVED_DAY,
} from './removed-days.sql';
import { digestOfRemovedDays } from './removed-days';

/** What was removed of a country, or would be. */
export interface Removal {
  readonly country: CountryScope;
  readonly days: number;
  readonly events: number;
  /** The first day that was changed since it was linked. It stays, with all later days; null if there is none. */
  readonly changedDay: string | null;
  /** Days that have events again since they were removed. They stay. */
  readonly refilledDays: readonly string[];
}

/**
 * Removes the days of the audit trail before another one, oldest first in each country, each in a transaction of its own. Their
 * heads stay, and an event has the digest of all that stay. Nothing is removed from a day whose chain shows a change on. A day that
 * has events again since it was removed stays, because its head is stored already.
 * @param before `YYYY-MM-DD` in UTC
 * @param confirm false to find out only what would be removed
 * @throws CommandError on Citus
 */
export async function removeDaysBefore(
  database: Database,
  { before, confirm }: { before: string; confirm: boolean },
): Promise<Removal[]> {
  if (await new Distribution(database).isDistributed())
    throw new CommandError('AUDIT_RETENTION_YEARS: days of the audit trail cannot be removed on Citus yet.');
  const removals: Removal[] = [];
  const days = await database.rows(LIST_DAYS_BEFORE, { before });
  for (const [country, ofCountry] of groupBy(days, (day) => day.country))
    removals.push(await removeOfCountry(database, { country, days: ofCountry, confirm }));
  return removals;
}

interface OldDays {
  readonly country: CountryScope;
  readonly days: readonly { readonly day: string }[];
  readonly confirm: boolean;
}

async function removeOfCountry(database: Database, { country, days, confirm }: OldDays): Promise<Removal> {
  let [removed, events] = [0, 0];
  let changedDay: string | null = null;
  const refilledDays: string[] = [];
  for (const { day } of days) {
    const outcome = await database.transaction(async (transaction) => {
      if (confirm) await transaction.one(BEGIN_REMOVAL, { country });
      const checked = await checkDay(transaction, { country, day });
      if (confirm && checked.state === 'removable') await removeDay(transaction, { country, day });
      return checked;
    });
    if (outcome.state === 'changed') {
      changedDay = day;
      break;
    }
    if (outcome.state === 'refilled') refilledDays.push(day);
    if (outcome.state === 'removable') {
      removed += 1;
      events += outcome.events;
    }
  }
  return { country, days: removed, events, changedDay, refilledDays };
}

interface Day {
  readonly country: CountryScope;
  readonly day: string;
}

/** `gone` if another run removed it meanwhile. */
type CheckedDay = { state: 'removable'; events: number } | { state: 'changed' | 'refilled' | 'gone' };

/** A day that shows a change is evidence. */
async function checkDay(transaction: Transaction, day: Day): Promise<CheckedDay> {
  const verified = { events: 0, links: 0, late: 0 };
  for await (const problem of verifyChain(transaction, day, verified))
    if (problem !== '') return { state: 'changed' };
  if (verified.links === 0) return { state: 'gone' };
  if (await transaction.first(FIND_REMOVED_DAY, day)) return { state: 'refilled' };
  return { state: 'removable', events: verified.events };
}

async function removeDay(transaction: Transaction, { country, day }: Day): Promise<void> {
  await transaction.run(STORE_REMOVED_DAY, { country, day });
  await transaction.run(DELETE_EVENTS_OF_DAY, { country, day });
  await transaction.run(DELETE_LINKS_OF_DAY, { country, day });
  const removed = await transaction.rows(LIST_REMOVED_DAYS, { country });
  const details = {
    ...currentOperator(),
    day,
    removedDays: removed.length,
    digest: digestOfRemovedDays(removed),
  };
  await writeAuditEvents(transaction, [{ country, action: 'audit.remove', caller: null, details }]);
}
