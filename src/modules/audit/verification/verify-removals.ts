import type { Database } from '../../../platform/database/database';
import type { CountryScope } from '../../../shared/country';
import { groupBy } from '../../../shared/groups';
import { type RemovedDay, digestOfRemovedDays } from '../retention/removed-days';
import { LIST_LAST_REMOVAL_EVENTS, LIST_REMOVED_DAYS } from '../retention/removed-days.sql';

/** `AUDIT_RETENTION_YEARS` is at least 1. */
const MIN_AGE_MS = 365 * 24 * 60 * 60 * 1_000;
/** The event is written after the row, by the same transaction. */
const SLACK_MS = 60 * 60 * 1_000;

/**
 * Compares the heads of removed days with the last event of a removal in each country, and yields every difference: a head that
 * was changed, added or removed, and a day that was too young to be removed.
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
    for (const day of days)
      if (!isPlausible(day, event?.at)) yield `${each} ${day.day}: was removed before it was a year old`;
  }
}

function isPlausible({ day, removedAt }: RemovedDay, lastEventAt: Date | undefined): boolean {
  if (lastEventAt !== undefined && removedAt.getTime() > lastEventAt.getTime() + SLACK_MS) return false;
  return removedAt.getTime() - Date.parse(day) >= MIN_AGE_MS;
}
