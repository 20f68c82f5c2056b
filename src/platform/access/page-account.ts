import { ANONYMOUS_PAGE, OTHER_ACCOUNT } from '../../shared/page-account';
import type { Caller } from './caller';
import type { LoginReason } from './refusal-details';

/**
 * Returns why a page may not act as the caller: its account is another one, or nobody is signed in any more.
 * @param account of the page, as in the header; undefined if no page calls
 */
export function findPageRefusal(
  account: string | undefined,
  caller: Pick<Caller, 'userId'> | null,
): LoginReason | undefined {
  if (account === undefined || account === (caller?.userId ?? ANONYMOUS_PAGE)) return undefined;
  return caller ? OTHER_ACCOUNT : 'missing';
}
