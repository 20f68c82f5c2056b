import { ROLES } from '../../src/platform/access/role';
import { type Platform, startPlatform } from '../support/platform';
import { LOGIN_REQUIRED, PlainCaller, failure, payload } from '../support/plain-caller';

describe('auth.logout', () => {
  let platform: Platform;
  let anonymous: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform();
    anonymous = new PlainCaller(await platform.listen());
  });

  afterAll(async () => {
    await platform.close();
  });

  it.each(ROLES)('ends the session of a %s and clears its cookie', async (role) => {
    const caller = anonymous.as(await platform.session({ role }));
    const response = await caller.post('auth.logout');
    expect(payload(response)).toStrictEqual({ success: true });
    expect(response.headers['set-cookie']).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect(failure(await caller.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it.each([
    ['no body', undefined],
    ['null', null],
    ['an empty object', {}],
  ])('accepts %s as its input', async (_case, input) => {
    const caller = anonymous.as(await platform.session({ role: 'user' }));
    expect(payload(await caller.post('auth.logout', input))).toStrictEqual({ success: true });
  });

  it('deletes the session from the database', async () => {
    await platform.database.query('DELETE FROM session');
    const caller = anonymous.as(await platform.session({ role: 'user' }));
    payload(await caller.post('auth.logout'));
    expect(await platform.database.query('SELECT token_hash FROM session')).toEqual([]);
  });

  it('does not end another session', async () => {
    const first = anonymous.as(await platform.session({ role: 'user' }));
    const second = anonymous.as(await platform.session({ role: 'user' }));
    payload(await first.post('auth.logout'));
    payload(await second.get('auth.me'));
  });

  it('returns 401 for a second logout', async () => {
    const caller = anonymous.as(await platform.session({ role: 'user' }));
    payload(await caller.post('auth.logout'));
    expect(failure(await caller.post('auth.logout'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it('returns 401 without a session', async () => {
    expect(failure(await anonymous.post('auth.logout'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it('returns 405 for GET, which a link on another site can send, and does not end the session', async () => {
    const caller = anonymous.as(await platform.session({ role: 'user' }));
    const response = await caller.get('auth.logout');
    expect(failure(response)).toStrictEqual({
      status: 405,
      code: 'METHOD_NOT_SUPPORTED',
      message: 'expected POST',
    });
    expect(response.headers.allow).toBe('POST');
    payload(await caller.get('auth.me'));
  });
});
