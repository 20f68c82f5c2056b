import { TRPCClientError } from '@trpc/client';
import { ANONYMOUS_PAGE, OTHER_ACCOUNT, PAGE_ACCOUNT_HEADER } from '../../src/shared/page-account';

/**
 * Returns the header with which the platform refuses a call if another account is signed in than that of the page.
 * @param account null if the page is anonymous
 */
export function pageAccountHeader(account: string | null): Record<string, string> {
  return { [PAGE_ACCOUNT_HEADER]: account ?? ANONYMOUS_PAGE };
}

/** Whether a call was refused because another account is signed in than that of the page. */
export function isOtherAccount(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const data: unknown = error.data;
  return typeof data === 'object' && data !== null && 'reason' in data && data.reason === OTHER_ACCOUNT;
}
