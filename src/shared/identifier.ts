import { z } from 'zod';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any string: an identifier that is no UUID gets the same response as one that does not exist. */
export const identifierSchema = z.string();

/** Returns whether an identifier is a UUID. PostgreSQL refuses to compare any other with a `uuid` column. */
export function isUuid(identifier: string): boolean {
  return UUID.test(identifier);
}
