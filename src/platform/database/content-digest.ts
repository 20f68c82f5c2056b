import { createHash } from 'node:crypto';

/** SHA-256 of some content, as PostgreSQL reads a `bytea`: it tells the same content, sent again, from another one. */
export function contentDigest(content: readonly unknown[]): string {
  return `\\x${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`;
}
