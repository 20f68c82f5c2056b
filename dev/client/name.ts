/** What users of the client install. */
export const CLIENT_NAME = '@africa-health/client';
