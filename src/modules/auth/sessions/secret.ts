import { hash, randomBytes } from 'node:crypto';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Returns a new secret: 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns whether a text has the form of a secret. */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** Returns the hash of a secret, which is stored in its place: SHA-256, base64url. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
