import { z } from 'zod';
import { hashOf } from '../sessions/secret';

const sidSchema = z.object({ sid: z.string().min(1) });

/**
 * Returns the hash of the portal's session in an ID token; null if it names none. The signature is not checked: the token comes
 * from the token endpoint itself (OpenID Connect Core 1.0, section 3.1.3.7, 6).
 */
export function readPortalSession(idToken: string | undefined): string | null {
  const [, payload = ''] = (idToken ?? '').split('.');
  try {
    const { sid } = sidSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return hashOf(sid);
  } catch {
    return null;
  }
}
