import type { Role } from './role';

/** Which callers may call a procedure: all, those with a session, or those with one of some roles. */
export type AccessRule = 'anyone' | 'session' | readonly [Role, ...Role[]];
