import request, { type Response } from 'supertest';
import { payload } from '../../../support/plain-caller';
import type { Platform } from '../../../support/platform';

/** Calls a procedure with an access token, by POST. */
export async function callWith(
  { server }: Pick<Platform, 'server'>,
  token: string,
  [procedure, input]: readonly [procedure: string, input?: unknown],
): Promise<Response> {
  const post = request(server).post(`/api/trpc/${procedure}`).set('Authorization', `Bearer ${token}`);
  return input === undefined ? post : post.send({ 0: { json: input } });
}

/** Who a token is to the platform; the answer's status where it is nobody. */
export async function meOf(platform: Pick<Platform, 'server'>, token: string): Promise<unknown> {
  const response = await callWith(platform, token, ['auth.me']);
  return response.status === 200 ? payload(response) : response.status;
}
