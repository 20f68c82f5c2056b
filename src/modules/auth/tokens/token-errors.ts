import type { LoginReason } from '../../../platform/access/refusal-details';

/** The reason why a token is refused, for the log. The message contains no part of the token. */
export class TokenRefusedError extends Error {
  override name = 'TokenRefusedError';

  /** @param reason for the caller: `expired` and `wrong_audience` only if the portal has confirmed the token */
  constructor(
    message: string,
    readonly reason: LoginReason = 'invalid',
  ) {
    super(message);
  }
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
