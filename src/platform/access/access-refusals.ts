import { ForbiddenException, HttpException, UnauthorizedException } from '@nestjs/common';
import type { LoginReason, RefusalDetails } from './refusal-details';
import type { Role } from './role';

/** Specification, section 7: message for a call without the session that it needs. */
export const LOGIN_REQUIRED = 'Please login (10001)';
export const PERMISSION_REQUIRED = 'You do not have required permission (10002)';

export class LoginRequiredException extends UnauthorizedException {
  readonly reason: LoginReason;

  constructor(reason: LoginReason) {
    super({ ...HttpException.createBody(LOGIN_REQUIRED, 'Unauthorized', 401), reason });
    this.reason = reason;
  }
}

/**
 * The 401 response for every refused token. Not an UnauthorizedException: pages redirect that to the login, where a program
 * cannot log in.
 */
export class InvalidTokenException extends HttpException {
  readonly reason: LoginReason;

  constructor(reason: LoginReason) {
    super({ ...HttpException.createBody(LOGIN_REQUIRED, 'Unauthorized', 401), reason }, 401);
    this.reason = reason;
  }
}

export class RoleRequiredException extends ForbiddenException {
  readonly roles: readonly Role[];

  constructor(roles: readonly Role[]) {
    super({ ...HttpException.createBody(PERMISSION_REQUIRED, 'Forbidden', 403), roles });
    this.roles = roles;
  }
}

/** Returns the details of a refusal; none of any other error. */
export function refusalDetailsOf(error: unknown): RefusalDetails {
  if (error instanceof RoleRequiredException) return { roles: error.roles };
  const isLogin = error instanceof LoginRequiredException || error instanceof InvalidTokenException;
  return isLogin ? { reason: error.reason } : {};
}

/** Returns the details as a text, `roles: doctor, admin`; undefined without any. */
export function describeRefusal({ reason, roles }: RefusalDetails): string | undefined {
  if (roles) return `roles: ${roles.join(', ')}`;
  return reason && `reason: ${reason}`;
}
