import { z } from 'zod';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An identifier as a caller sends it: any string, since one that cannot exist is answered like one that does not. */
export const identifierSchema = z.string();

/** Whether an identifier can exist; PostgreSQL refuses to compare any other with a UUID. */
export function isUuid(identifier: string): boolean {
  return UUID.test(identifier);
}
