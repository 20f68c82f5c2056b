/** Entries of the chat in a tab's session storage. */
export const CONVERSATION_ENTRY = 'chat:conversation';
export const DRAFT_ENTRY = 'chat:draft';
export const UNSENT_ENTRY = 'chat:unsent';

/** Beginning of the names of the dashboard's entries. */
export const DASHBOARD_ENTRIES = 'dashboard:';

/**
 * Names of entries in a tab's session storage that belong to the account, by their beginnings. They are deleted at sign-out. The
 * country in local storage is of the device, for emergencies.
 */
export const ACCOUNT_ENTRIES = [CONVERSATION_ENTRY, DRAFT_ENTRY, UNSENT_ENTRY, DASHBOARD_ENTRIES] as const;

/**
 * Entry of local storage with the id of the account that opened the last page. The chat page that is stored for use offline knows
 * no account: what is written on it belongs to this one.
 */
export const ACCOUNT_ENTRY = 'account';

/** `BroadcastChannel` by which the tabs of a browser report to each other that the session has ended. */
export const SESSION_CHANNEL = 'session';

/** Message of the channel after a sign-out. */
export const SIGNED_OUT = 'signed out';
