import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../src/app-router';
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
  return (error as TRPCClientError<AppRouter>).data?.reason === OTHER_ACCOUNT;
}
