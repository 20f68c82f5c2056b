/**
 * Gives the access token for the next request. It is asked before each one, so it keeps its tokens itself.
 * @param refused the token that the platform has just refused; the request is sent once more where another is given
 */
export type TokenSource = (refused?: string) => string | Promise<string>;

/** There is no token: whoever gives them refused, or answered something else. Trying again does not help. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}
