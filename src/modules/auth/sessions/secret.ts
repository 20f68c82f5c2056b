import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A new secret of 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether some text can be a secret of ours. */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** What is stored of a secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
