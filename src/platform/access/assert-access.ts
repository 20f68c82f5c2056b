import { ForbiddenException, UnauthorizedException } from '@nestjs/common';
import type { AccessRule } from './access-rule';
import type { Caller } from './caller';

/** Specification, section 7: the text of every answer to a call that needs a session and has none. */
export const LOGIN_REQUIRED = 'Please login (10001)';
export const PERMISSION_REQUIRED = 'You do not have required permission (10002)';
/** Of a call that shows two accounts. */
export const TWO_CREDENTIALS =
  'send the session cookie or an Authorization header with a Bearer token, not both';

/**
 * Lets a caller pass or throws.
 * @throws UnauthorizedException, ForbiddenException; the latter too where no rule was declared
 */
export function assertAccess(rule: AccessRule | undefined, caller: Caller | null): void {
  if (rule === 'anyone') return;
  if (!caller) throw new UnauthorizedException(LOGIN_REQUIRED);
  if (rule === 'session') return;
  if (!rule?.includes(caller.role)) throw new ForbiddenException(PERMISSION_REQUIRED);
}
