import { z } from 'zod';
import type { Machine } from './machines';

const responseSchema = z.object({ access_token: z.string() });

/** Optional parameters of a token request. */
export interface TokenRequest {
  /** Audience of the token (RFC 8707). Default: the platform. */
  readonly resource?: string;
  /** A subset of the machine's scopes, separated by spaces. Default: all of them. */
  readonly scope?: string;
}

/** Requests an access token from the embedded portal with the client-credentials grant (RFC 6749, 4.4). */
export async function requestToken(
  issuer: string,
  { clientId, clientSecret }: Machine,
  request: TokenRequest = {},
): Promise<string> {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...request }),
  });
  const result = responseSchema.safeParse(await response.json());
  if (!result.success) throw new Error(`${issuer}/token gave no token: status ${response.status}`);
  return result.data.access_token;
}
