import { ROLES } from '../../src/platform/access/role';
import { type Platform, startPlatform } from '../support/platform';
import { LOGIN_REQUIRED, PlainCaller, failure, payload } from '../support/plain-caller';

describe('auth.logout', () => {
  let platform: Platform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform();
    anyone = new PlainCaller(await platform.listen());
  });

  afterAll(async () => {
    await platform.close();
  });

  it.each(ROLES)('ends the session of a %s and clears its cookie', async (role) => {
    const caller = anyone.as(await platform.session({ role }));
    const response = await caller.post('auth.logout');
    expect(payload(response)).toStrictEqual({ success: true });
    expect(response.headers['set-cookie']).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect(failure(await caller.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it.each([
    ['no body', undefined],
    ['null', null],
    ['an empty object', {}],
  ])('takes %s for its input', async (_case, input) => {
    const caller = anyone.as(await platform.session({ role: 'user' }));
    expect(payload(await caller.post('auth.logout', input))).toStrictEqual({ success: true });
  });

  it('leaves nothing of the session in the database', async () => {
    await platform.database.query('DELETE FROM session');
    const caller = anyone.as(await platform.session({ role: 'user' }));
    payload(await caller.post('auth.logout'));
    expect(await platform.database.query('SELECT token_hash FROM session')).toEqual([]);
  });

  it('does not end somebody else’s session, nor another of the same account', async () => {
    const leaving = anyone.as(await platform.session({ role: 'user' }));
    const staying = anyone.as(await platform.session({ role: 'user' }));
    payload(await leaving.post('auth.logout'));
    payload(await staying.get('auth.me'));
  });

  it('cannot be done twice', async () => {
    const caller = anyone.as(await platform.session({ role: 'user' }));
    payload(await caller.post('auth.logout'));
    expect(failure(await caller.post('auth.logout'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it('asks a caller without a session to log in', async () => {
    expect(failure(await anyone.post('auth.logout'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it('is refused by GET, which a link on another site could make, and leaves the session alive', async () => {
    const caller = anyone.as(await platform.session({ role: 'user' }));
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
