import { HttpException } from '@nestjs/common';
import { LOGIN_REQUIRED } from '../../access/assert-access';

/** Why a token is not taken, in our own words for the log: never the token, nor anything that it says. */
export class TokenRefused extends Error {
  override name = 'TokenRefused';
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
