/** Name of the client's npm package. */
export const CLIENT_NAME = '@africa-health/client';
