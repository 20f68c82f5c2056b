import { HttpException } from '@nestjs/common';
import { LOGIN_REQUIRED } from '../../../platform/access/assert-access';

/** The reason why a token is refused, for the log. The message contains no part of the token. */
export class TokenRefusedError extends Error {
  override name = 'TokenRefusedError';
}

/**
 * A refusal whose reason the caller learns too, in `error_description` (RFC 6750, section 3). For tokens that the portal has
 * confirmed. The message is ASCII without quotes and backslashes.
 */
export class TokenRefusedWithAdviceError extends TokenRefusedError {
  override name = 'TokenRefusedWithAdviceError';
}

/** Tokens cannot be checked, because neither the portal's keys nor introspection are configured. */
export class TokensNotConfiguredError extends Error {
  override name = 'TokensNotConfiguredError';
}

/**
 * The 401 response for every refused token. Not an UnauthorizedException: pages redirect that to the login, where a program
 * cannot log in.
 */
export class InvalidTokenException extends HttpException {
  constructor() {
    super(LOGIN_REQUIRED, 401);
  }
}
