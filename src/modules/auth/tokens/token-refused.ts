import { HttpException } from '@nestjs/common';
import { LOGIN_REQUIRED } from '../../../platform/access/assert-access';

/** Why a token is not taken, in our own words for the log: never the token, nor anything that it says. */
export class TokenRefused extends Error {
  override name = 'TokenRefused';
}

/** The operator has not said where the portal's keys are, nor that it may be asked, so that no token can be checked. */
export class TokensNotSetUp extends Error {
  override name = 'TokensNotSetUp';
}

/**
 * What the caller is told, whatever was wrong with the token. Not an `UnauthorizedException`: pages take that for a
 * session that has ended and lead to the login, which a program cannot use.
 */
export class InvalidTokenException extends HttpException {
  constructor() {
    super(LOGIN_REQUIRED, 401);
  }
}
