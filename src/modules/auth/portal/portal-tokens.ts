import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** In bytes. Without a limit, a portal could fill the table. */
const MAX_SEALED_BYTES = 16 * 1024;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export const portalTokensSchema = z.object({
  /** Names the session of the portal that a logout ends. */
  idToken: z.string().optional(),
  /** The refresh token, or else the access token. */
  revocable: z.object({ token: z.string(), hint: z.enum(['refresh_token', 'access_token']) }),
});

/** The tokens of a login that a logout at the portal needs. */
export type PortalTokens = z.output<typeof portalTokensSchema>;

/**
 * Encrypts tokens with a key that is derived from the session's token. The platform stores only the hash of this token, so
 * nobody can decrypt them without the browser's cookie.
 * @returns null if they are too long to be stored
 */
export function sealPortalTokens(tokens: PortalTokens, sessionToken: string): Buffer | null {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(sessionToken), iv);
  const content = Buffer.concat([cipher.update(JSON.stringify(tokens), 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), content]);
  return sealed.byteLength > MAX_SEALED_BYTES ? null : sealed;
}

/** @throws Error if they were sealed for another session, or changed */
export function openPortalTokens(sealed: Buffer, sessionToken: string): PortalTokens {
  const iv = sealed.subarray(0, IV_BYTES);
  const content = sealed.subarray(IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, deriveKey(sessionToken), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  return portalTokensSchema.parse(JSON.parse(text));
}

function deriveKey(sessionToken: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionToken, '', 'portal tokens of a session', 32));
}
