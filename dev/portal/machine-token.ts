import { z } from 'zod';
import type { Machine } from './machines';

const answerSchema = z.object({ access_token: z.string() });

/** What a machine asks for beside its own. */
export interface TokenRequest {
  /** The application that the token is for; the portal's default when left out (RFC 8707). */
  readonly resource?: string;
  /** Fewer scopes than its own, separated by spaces. */
  readonly scope?: string;
}

/** Gets an access token at the embedded portal as a partner's program would (RFC 6749, 4.4). */
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
  const answer = answerSchema.safeParse(await response.json());
  if (!answer.success) throw new Error(`${issuer}/token gave no token: status ${response.status}`);
  return answer.data.access_token;
}
