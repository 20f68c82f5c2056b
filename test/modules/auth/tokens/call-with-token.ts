import request, { type Response } from 'supertest';
import { findMachine } from '../../../../dev/portal/machines';
import { type TokenRequest, requestToken } from '../../../../dev/portal/machine-token';
import { testPortal } from '../../../runner/portal';
import { payload } from '../../../support/plain-caller';
import type { Platform } from '../../../support/platform';

/** Calls a procedure by POST with an access token; `from` is an address that a trusted proxy forwards. */
export async function callWithToken(
  { server, from }: Pick<Platform, 'server'> & { readonly from?: string },
  token: string,
  [procedure, input]: readonly [procedure: string, input?: unknown],
): Promise<Response> {
  const post = request(server).post(`/api/trpc/${procedure}`).set('Authorization', `Bearer ${token}`);
  if (from !== undefined) post.set('x-forwarded-for', from);
  return input === undefined ? post : post.send({ 0: { json: input } });
}

/** Returns the user of a token, or the status of the response if it is not 200. */
export async function fetchMe(platform: Pick<Platform, 'server'>, token: string): Promise<unknown> {
  const response = await callWithToken(platform, token, ['auth.me']);
  return response.status === 200 ? payload(response) : response.status;
}

/** Requests a token of the embedded portal for one of its machines. */
export async function fetchMachineToken(clientId: string, options?: TokenRequest): Promise<string> {
  const machine = findMachine(clientId);
  if (!machine) throw new Error(`there is no ${clientId}`);
  return requestToken((await testPortal()).issuer, machine, options);
}
