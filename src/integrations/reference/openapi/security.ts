import type { SecurityRequirement } from './openapi-document';

export const COOKIE: SecurityRequirement = { sessionCookie: [] };
export const BEARER: SecurityRequirement = { accessToken: [] };
