import { ROLES } from '../../src/platform/access/role';
import { LOGIN_REQUIRED, failure, payload } from '../support/plain-caller';
import { EMPTY_POST_REQUIRED } from './failures';
import { ListeningSuite } from '../support/listening-suite';

describe('auth.logout', () => {
  const here = new ListeningSuite();

  it.each(ROLES)('ends the session of a %s and clears its cookie', async (role) => {
    const caller = await here.as(role);
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
    const caller = await here.as('user');
    expect(payload(await caller.post('auth.logout', input))).toStrictEqual({ success: true });
  });

  it('deletes the session from the database', async () => {
    await here.database.query('DELETE FROM session');
    const caller = await here.as('user');
    payload(await caller.post('auth.logout'));
    expect(await here.database.query('SELECT token_hash FROM session')).toEqual([]);
  });

  it('does not end another session', async () => {
    const first = await here.as('user');
    const second = await here.as('user');
    payload(await first.post('auth.logout'));
    payload(await second.get('auth.me'));
  });

  it('returns 401 for a second logout', async () => {
    const caller = await here.as('user');
    payload(await caller.post('auth.logout'));
    expect(failure(await caller.post('auth.logout'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it('returns 405 for GET, which a link on another site can send, and does not end the session', async () => {
    const caller = await here.as('user');
    const response = await caller.get('auth.logout');
    expect(failure(response)).toStrictEqual(EMPTY_POST_REQUIRED);
    expect(response.headers.allow).toBe('POST');
    payload(await caller.get('auth.me'));
  });
});
