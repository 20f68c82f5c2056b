import type { Role } from './role';

/** Who may call a procedure: anyone at all, any session, or sessions with one of some roles. */
export type AccessRule = 'anyone' | 'session' | readonly [Role, ...Role[]];
