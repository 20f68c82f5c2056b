import { z } from 'zod';
import { ROLES } from '../../src/platform/access/role';
import { hashOf } from '../../src/modules/auth/sessions/secret';
import { SessionStore } from '../../src/modules/auth/sessions/session.store';
import { fetchMachineToken, callWithToken } from '../modules/auth/tokens/call-with-token';
import { LOGIN_REQUIRED, type PlainCaller, failure, payload } from '../support/plain-caller';
import { ListeningSuite } from '../support/listening-suite';
import { portalSettings } from '../support/portal-settings';

const sessionSchema = z.strictObject({
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
});
const listSchema = z.strictObject({ success: z.literal(true), data: z.array(sessionSchema) });

describe('auth.sessions', () => {
  const here = new ListeningSuite(portalSettings);

  const list = async (caller: PlainCaller) =>
    listSchema.parse(payload(await caller.get('auth.sessions'))).data;

  /** Begins a session of an account, and returns its token. */
  const begin = (accountId: string): Promise<string> => here.platform.app.get(SessionStore).create(accountId);

  const change = (token: string, values: string): Promise<unknown> =>
    here.database.query(`UPDATE session SET ${values} WHERE token_hash = $1`, [hashOf(token)]);

  it.each(ROLES)('lists the one session of a %s', async (role) => {
    const before = Date.now() - 1;
    const caller = await here.as(role);
    const [session, ...others] = await list(caller);
    expect(others).toEqual([]);
    expect(session?.current).toBe(true);
    for (const text of [session?.createdAt, session?.lastSeenAt]) {
      expect(Date.parse(text ?? '')).toBeGreaterThanOrEqual(before);
      expect(Date.parse(text ?? '')).toBeLessThanOrEqual(Date.now() + 1);
    }
  });

  it('lists all sessions of the account, the last used first, and says which is the caller’s', async () => {
    const caller = await here.as('user');
    const accountId = await here.accountOf(caller);
    const [old, used] = [await begin(accountId), await begin(accountId)];
    await change(old, `created_at = '2026-03-14T09:30:00Z', last_seen_at = now() - interval '100 minutes'`);
    await change(used, `last_seen_at = now() + interval '1 second'`);
    const sessions = await list(caller);
    expect(sessions.map(({ current }) => current)).toEqual([false, true, false]);
    expect(sessions[2]?.createdAt).toBe('2026-03-14T09:30:00.000Z');
    const others = await list(here.anyone.as(`session=${old}`));
    expect(others.filter(({ current }) => current)).toHaveLength(1);
  });

  it('has no token, hash or account in its answer', async () => {
    const caller = await here.as('user');
    const accountId = await here.accountOf(caller);
    const token = await begin(accountId);
    const { text } = await here.anyone.as(`session=${token}`).get('auth.sessions');
    for (const secret of [token, hashOf(token), accountId]) expect(text).not.toContain(secret);
  });

  it('does not list sessions of other accounts', async () => {
    const [amina, juma] = [await here.as('user'), await here.as('admin', '*')];
    await begin(await here.accountOf(amina));
    expect(await list(amina)).toHaveLength(2);
    expect(await list(juma)).toHaveLength(1);
  });

  it('does not list sessions that have ended', async () => {
    const caller = await here.as('user');
    const accountId = await here.accountOf(caller);
    await change(await begin(accountId), `expires_at = now() - interval '1 second'`);
    await change(await begin(accountId), `last_seen_at = now() - interval '121 minutes'`);
    expect(await list(caller)).toHaveLength(1);
  });

  it('is empty for an access token, which has no session', async () => {
    const response = await callWithToken(here.platform, await fetchMachineToken('clinic'), ['auth.sessions']);
    expect(payload(response)).toStrictEqual({ success: true, data: [] });
  });

  it('returns 401 without a session, and with an invalid one', async () => {
    expect(failure(await here.anyone.get('auth.sessions'))).toStrictEqual(LOGIN_REQUIRED);
    const invalid = here.anyone.as(`session=${'A'.repeat(43)}`);
    expect(failure(await invalid.get('auth.sessions'))).toStrictEqual(LOGIN_REQUIRED);
  });
});
