/** Starts a login. */
export const LOGIN_PATH = '/api/oauth/login';

/**
 * Returns the path that starts a login.
 * @param returnTo path of the platform to open afterwards, with query and fragment
 * @param prompt `login` makes the portal ask for the password again
 */
export function writeLoginPath({
  returnTo,
  prompt,
}: {
  returnTo: string;
  prompt?: 'login' | undefined;
}): string {
  const query = new URLSearchParams({ ...(prompt !== undefined && { prompt }), returnTo });
  return `${LOGIN_PATH}?${query.toString()}`;
}

/** The portal posts logout tokens to this path (OpenID Connect Back-Channel Logout 1.0). */
export const BACK_CHANNEL_LOGOUT_PATH = '/api/oauth/backchannel-logout';

/** The portal redirects browsers to this path after the login. */
export const CALLBACK_PATH = '/api/oauth/callback';
