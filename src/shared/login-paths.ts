/** Starts a login. */
export const LOGIN_PATH = '/api/oauth/login';

/** The portal posts logout tokens to this path (OpenID Connect Back-Channel Logout 1.0). */
export const BACK_CHANNEL_LOGOUT_PATH = '/api/oauth/backchannel-logout';

/** The portal redirects browsers to this path after the login. */
export const CALLBACK_PATH = '/api/oauth/callback';
