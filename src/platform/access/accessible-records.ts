import type { CountryScope } from '../../shared/country';
import type { Caller } from './caller';

/** The records of patients that a caller may access: those that its account recorded, and those that it administers. */
export interface AccessibleRecords {
  readonly accountId: string;
  /** The country, or `*` for all, of which every account's records are accessible. Null for none. */
  readonly administered: CountryScope | null;
}

/** Returns the records that a caller may access. An administrator also has those of the account's country. */
export function accessibleRecords({ userId, role, country }: Caller): AccessibleRecords {
  return { accountId: userId, administered: role === 'admin' ? country : null };
}

/** Returns only the records of an account. */
export function recordsOfAccount(accountId: string): AccessibleRecords {
  return { accountId, administered: null };
}
