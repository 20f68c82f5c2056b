import type { Database } from '../../../platform/database/database';
import type { CountryScope } from '../../../shared/country';
import { groupBy } from '../../../shared/groups';
import { type RemovedDay, digestOfRemovedDays } from '../retention/removed-days';
import { LIST_FILLED_DAYS, LIST_LAST_REMOVAL_EVENTS, LIST_REMOVED_DAYS } from '../retention/removed-days.sql';

/** `AUDIT_RETENTION_YEARS` is at least 1. */
const MIN_AGE_MS = 365 * 24 * 60 * 60 * 1_000;
/** The event is written after the row, by the same transaction. */
const SLACK_MS = 60 * 60 * 1_000;

/**
 * Compares the heads of removed days with the last event of a removal in each country, and yields every difference: a head that
 * was changed, added or removed, a day that was too young to be removed, and one that has events again.
 */
export async function* verifyRemovals(
  database: Database,
  country: CountryScope | null,
  count: (days: number) => void,
): AsyncGenerator<string> {
  const rows = await database.rows(LIST_REMOVED_DAYS, { country });
  const byCountry = groupBy(rows, (row) => row.country);
  const events = await database.rows(LIST_LAST_REMOVAL_EVENTS, { country });
  const lastEvents = new Map(events.map((event) => [event.country, event]));
  for (const each of new Set([...byCountry.keys(), ...lastEvents.keys()])) {
    const days = byCountry.get(each) ?? [];
    const event = lastEvents.get(each);
    count(days.length);
    if (event?.digest !== digestOfRemovedDays(days))
      yield `${each}: the list of removed days is not that of the last removal: a day was added, changed or taken from it`;
    if (event?.isInFuture)
      yield `${each}: the event of the last removal is of ${event.at.toISOString()}, which is in the future`;
    for (const day of days) yield* verifyRemovedDay(day, event?.at);
    const removed = { country: each, days: days.map(({ day }) => day) };
    for (const refilled of await database.rows(LIST_FILLED_DAYS, removed))
      yield `${each} ${refilled.day}: was removed, and has events again (${refilled.events})`;
  }
}

function* verifyRemovedDay(
  { country, day, removedAt, isInFuture }: RemovedDay,
  lastEventAt: Date | undefined,
): Generator<string> {
  const name = `${country} ${day}`;
  const removed = `was removed at ${removedAt.toISOString()}`;
  if (removedAt.getTime() - Date.parse(day) < MIN_AGE_MS)
    yield `${name}: was removed before it was a year old`;
  if (isInFuture) yield `${name}: ${removed}, which is in the future`;
  else if (lastEventAt !== undefined && removedAt.getTime() > lastEventAt.getTime() + SLACK_MS)
    yield `${name}: ${removed}, which is later than the last removal`;
}
