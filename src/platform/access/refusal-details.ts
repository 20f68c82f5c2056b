import type { OTHER_ACCOUNT } from '../../shared/page-account';
import type { Role } from './role';

/**
 * Why a call has no caller: `expired` also of a session that is unknown, `invalid` of a token that the portal did not issue, or
 * for any other reason; `other_account` of a call of a page that was made for another account.
 */
export type LoginReason =
  | 'missing'
  | 'malformed'
  | 'expired'
  | 'wrong_audience'
  | 'invalid'
  | typeof OTHER_ACCOUNT;

/** What programs read of a refusal of access, beside its message. */
export interface RefusalDetails {
  readonly reason?: LoginReason;
  /** Those that may. */
  readonly roles?: readonly Role[];
}
