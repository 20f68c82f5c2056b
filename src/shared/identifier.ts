import { z } from 'zod';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any string: an identifier that is no UUID gets the same response as one that does not exist. */
export const identifierSchema = z.string();

/** Returns whether an identifier is a UUID. PostgreSQL refuses to compare any other with a `uuid` column. */
export function isUuid(identifier: string): boolean {
  return UUID.test(identifier);
}

/** Returns the first version 7 UUID of a time in milliseconds since 1970 (RFC 9562, section 5.7). */
export function firstIdAt(timeMs: number): string {
  const digits = Math.max(0, timeMs).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
