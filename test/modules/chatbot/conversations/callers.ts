import { randomUUID } from 'node:crypto';
import request, { type Response } from 'supertest';
import { z } from 'zod';
import type { Role } from '../../../../src/platform/access/role';
import type { PlainCaller } from '../../../support/plain-caller';
import type { Platform } from '../../../support/platform';

const accounts = z.tuple([z.object({ id: z.string() })]);

/** A signed-in account. */
export interface Person {
  readonly caller: PlainCaller;
  readonly cookie: string;
  readonly id: string;
}

export async function signedIn(
  platform: Platform,
  anyone: PlainCaller,
  { role = 'user', country = null }: { readonly role?: Role; readonly country?: string | null } = {},
): Promise<Person> {
  const email = `${randomUUID()}@example.org`;
  const cookie = await platform.session({ role, country, email });
  const rows = await platform.database.query<unknown[]>('SELECT id FROM account WHERE email = $1', [email]);
  return { caller: anyone.as(cookie), cookie, id: accounts.parse(rows)[0].id };
}

/** Calls a procedure anonymously from a network address. The platform has to trust one proxy. */
export async function callFrom(
  { server }: Platform,
  address: string,
  [procedure, input]: readonly [procedure: string, input: object],
): Promise<Response> {
  return request(server)
    .post(`/api/trpc/${procedure}`)
    .set('X-Forwarded-For', address)
    .send({ 0: { json: input } });
}
