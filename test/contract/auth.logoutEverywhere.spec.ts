import { ROLES } from '../../src/platform/access/role';
import { SessionStore } from '../../src/modules/auth/sessions/session.store';
import { callWithToken, fetchMachineToken } from '../modules/auth/tokens/call-with-token';
import { LOGIN_REQUIRED, PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { type Platform, startPlatform } from '../support/platform';
import { portalSettings } from '../support/portal-settings';
import { ListeningSuite } from '../support/listening-suite';
import { EMPTY_POST_REQUIRED } from './failures';

describe('auth.logoutEverywhere', () => {
  const here = new ListeningSuite(portalSettings);

  const begin = (accountId: string): Promise<string> => here.platform.app.get(SessionStore).create(accountId);

  it.each(ROLES)('ends all sessions of a %s and clears the cookie', async (role) => {
    const caller = await here.as(role);
    const accountId = await here.accountOf(caller);
    const others = [await begin(accountId), await begin(accountId)];
    const response = await caller.post('auth.logoutEverywhere');
    expect(payload(response)).toStrictEqual({ success: true });
    expect(response.headers['set-cookie']).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    for (const each of [caller, ...others.map((token) => here.anyone.as(`session=${token}`))]) {
      expect(failure(await each.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
    }
  });

  it('ends the sessions in other processes too', async () => {
    const twin: Platform = await startPlatform({ DATABASE_URL: here.platform.databaseUrl });
    try {
      const caller = await here.as('user');
      const cookie = `session=${await begin(await here.accountOf(caller))}`;
      const elsewhere = new PlainCaller(await twin.listen(), cookie);
      payload(await elsewhere.get('auth.me'));
      payload(await caller.post('auth.logoutEverywhere'));
      expect(failure(await elsewhere.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
    } finally {
      await twin.close();
    }
  });

  it('does not end the sessions of another account', async () => {
    const [amina, juma] = [await here.as('user'), await here.as('user')];
    payload(await amina.post('auth.logoutEverywhere'));
    payload(await juma.get('auth.me'));
  });

  it('returns 400 for an access token, and ends no session of its account', async () => {
    const token = await fetchMachineToken('clinic');
    const refused = await callWithToken(here.platform, token, ['auth.logoutEverywhere']);
    expect(failure(refused)).toStrictEqual(badRequest('a token has no session to end: it expires by itself'));
    payload(await callWithToken(here.platform, token, ['auth.me']));
  });

  it('returns 401 without a session and for a second call', async () => {
    expect(failure(await here.anyone.post('auth.logoutEverywhere'))).toStrictEqual(LOGIN_REQUIRED);
    const caller = await here.as('user');
    payload(await caller.post('auth.logoutEverywhere'));
    expect(failure(await caller.post('auth.logoutEverywhere'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it('returns 405 for GET, which a link on another site can send, and ends no session', async () => {
    const caller = await here.as('user');
    expect(failure(await caller.get('auth.logoutEverywhere'))).toStrictEqual(EMPTY_POST_REQUIRED);
    payload(await caller.get('auth.me'));
  });
});
