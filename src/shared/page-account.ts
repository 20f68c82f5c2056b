/** Request header with the account that a page was made for: the account's id, or `ANONYMOUS_PAGE`. Programs do not send it. */
export const PAGE_ACCOUNT_HEADER = 'page-account';

/** The same in the query of a download, whose link has no headers. */
export const PAGE_ACCOUNT_PARAMETER = 'pageAccount';

/** Value of a page without an account. */
export const ANONYMOUS_PAGE = 'none';

/** `reason` of the refusal if another account is signed in. */
export const OTHER_ACCOUNT = 'other_account';
