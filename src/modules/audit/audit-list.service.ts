import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { LIST_AUDITED_COUNTRIES } from '../../platform/audit/audit.sql';
import type { InputOf, OutputOf } from '../../platform/contract/implementation-types';
import { Database } from '../../platform/database/database';
import { mapInTurns } from '../../platform/limits/current-turns';
import type { CountryScope } from '../../shared/country';
import { invalidCursor, takePage } from '../../shared/cursor';
import { firstIdAt, isUuid } from '../../shared/identifier';
import { resolveScope } from '../../platform/access/country-scope';
import type { auditContract } from './audit.contract';
import { FIND_ACCOUNT_NAMES, FIND_SEARCH_END, LIST_AUDIT_EVENTS, type ListedEvent } from './audit-list.sql';

type Page = OutputOf<typeof auditContract.list>['data'];
type Filter = InputOf<typeof auditContract.list>;

const DEFAULT_PERIOD_MS = 31 * 24 * 60 * 60 * 1_000;
/** Events that one call with a filter reads: about a tenth of a second. */
export const MAX_SEARCHED = 50_000;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Lists the audit trail for administrators: the country of the account, or all. */
@Injectable()
export class AuditListService {
  constructor(private readonly database: Database) {}

  /**
   * @throws ForbiddenException for another country than the account's
   * @throws BadRequestException if the cursor is invalid
   */
  async list(filter: Filter, caller: Caller): Promise<Page> {
    const { accountId, recordId, limit } = filter;
    const scope = resolveScope(caller, filter.country);
    const range = idRangeOf(filter);
    // Other identifiers match nothing.
    if ([accountId, recordId].some((id) => id !== undefined && !isUuid(id)))
      return { events: [], nextCursor: null };
    const filters = {
      accountId: accountId ?? null,
      action: filter.action ?? null,
      recordId: recordId ?? null,
    };
    const countries = await this.countriesOf(scope);
    const isFiltered = Object.values(filters).some((value) => value !== null);
    const searchedTo = isFiltered ? await this.findSearchEnd(countries, range) : null;
    const rows: ListedEvent[] = [];
    // One after the other, so that a page takes one connection. Each reads its part of the index only.
    for (const country of countries)
      rows.push(
        ...(await this.database.rows(LIST_AUDIT_EVENTS, {
          country,
          fromId: searchedTo ?? range.fromId,
          beforeId: range.beforeId,
          ...filters,
          limit: limit + 1,
        })),
      );
    rows.sort((one, other) => (one.id < other.id ? 1 : -1));
    const { listed, lastBeforeNext } = takePage(rows, limit);
    return { events: await this.withAccounts(listed), nextCursor: lastBeforeNext?.id ?? searchedTo };
  }

  /** Returns the id down to which one call searches, because no index has what is filtered; null if it searches all. */
  private async findSearchEnd(
    countries: readonly CountryScope[],
    range: { readonly fromId: string; readonly beforeId: string },
  ): Promise<string | null> {
    const skipped = Math.floor(MAX_SEARCHED / Math.max(1, countries.length));
    const ends: string[] = [];
    for (const country of countries)
      ends.push(
        ...(await this.database.rows(FIND_SEARCH_END, { country, ...range, skipped })).map(({ id }) => id),
      );
    // The latest, so that no country's events are missing between the listed ones.
    return ends.sort().at(-1) ?? null;
  }

  private async countriesOf(scope: CountryScope): Promise<readonly CountryScope[]> {
    if (scope !== '*') return [scope];
    return (await this.database.rows(LIST_AUDITED_COUNTRIES)).map(({ country }) => country);
  }

  private async withAccounts(rows: readonly ListedEvent[]): Promise<Page['events']> {
    const ids = [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))];
    const accounts = ids.length === 0 ? [] : await this.database.rows(FIND_ACCOUNT_NAMES, { ids });
    const byId = new Map(accounts.map((account) => [account.id, account]));
    return mapInTurns(rows, ({ accountId, role, at, ...event }) => ({
      ...event,
      at: at.toISOString(),
      account:
        accountId === null ? null : { id: accountId, name: '', email: '', ...byId.get(accountId), role },
    }));
  }
}

/** Returns the range of ids that can match a filter: an id begins with the time of its event. */
function idRangeOf({ from, before, cursor }: Filter): { fromId: string; beforeId: string } {
  const start = from?.getTime() ?? (before?.getTime() ?? Date.now()) - DEFAULT_PERIOD_MS;
  const ends = [
    before ? firstIdAt(before.getTime()) : LAST_ID,
    ...(cursor === undefined || cursor === null ? [] : [parseCursor(cursor)]),
  ];
  return { fromId: firstIdAt(start), beforeId: ends.sort()[0] ?? LAST_ID };
}

function parseCursor(cursor: string): string {
  if (isUuid(cursor)) return cursor.toLowerCase();
  throw invalidCursor();
}
