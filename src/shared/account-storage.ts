/**
 * Names of entries in a tab's session storage that belong to the account, by their beginnings. They are deleted at sign-out. The
 * country in local storage is of the device, for emergencies.
 */
export const ACCOUNT_ENTRIES = ['chat:conversation', 'chat:draft', 'chat:unsent', 'dashboard:'] as const;

/** `BroadcastChannel` by which the tabs of a browser report to each other that the session has ended. */
export const SESSION_CHANNEL = 'session';

/** Message of the channel after a sign-out. */
export const SIGNED_OUT = 'signed out';
