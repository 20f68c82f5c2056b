/** Starts a login. */
export const LOGIN_PATH = '/api/oauth/login';

/** The portal redirects browsers to this path after the login. */
export const CALLBACK_PATH = '/api/oauth/callback';
