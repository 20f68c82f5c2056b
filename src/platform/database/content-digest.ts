import { createHash } from 'node:crypto';

/** Returns the SHA-256 of some content in PostgreSQL's text form of `bytea`. */
export function contentDigest(content: readonly unknown[]): string {
  return `\\x${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`;
}
