/**
 * Returns the access token for the next request. It is called before every request, so it must cache its tokens.
 * @param rejectedToken the token that the platform rejected; the request is sent again if this call returns another token
 */
export type TokenSource = (rejectedToken?: string) => string | Promise<string>;

/** The portal rejected the token request or returned no token. A retry does not help. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}
