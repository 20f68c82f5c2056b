/** Where a login begins. */
export const LOGIN_PATH = '/api/oauth/login';

/** Where the portal sends browsers back to. */
export const CALLBACK_PATH = '/api/oauth/callback';
