import { ROLES } from '../../src/platform/access/role';
import { LOGIN_REQUIRED, failure, payload } from '../support/plain-caller';
import { ListeningSuite } from '../support/listening-suite';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('auth.me', () => {
  const here = new ListeningSuite();

  const named = async (name: string) => here.anyone.as(await here.platform.session({ role: 'user', name }));

  it.each(ROLES)('returns only id, email, name and role of a %s', async (role) => {
    const cookie = await here.platform.session({ role, email: 'amina@example.org', name: 'Amina Otieno' });
    const user = payload(await here.anyone.as(cookie).get('auth.me'));
    const id: unknown = expect.stringMatching(UUID);
    expect(user).toStrictEqual({ id, email: 'amina@example.org', name: 'Amina Otieno', role });
  });

  it('returns the account of each session, the same at every call', async () => {
    const one = await named('One');
    const other = await named('Other');
    const user = payload(await one.get('auth.me'));
    expect(payload(await other.get('auth.me'))).toMatchObject({ name: 'Other' });
    expect(payload(await one.get('auth.me'))).toStrictEqual(user);
  });

  it('returns empty strings if the account has no email and name', async () => {
    const cookie = await here.platform.session({ role: 'user', email: '', name: '' });
    expect(payload(await here.anyone.as(cookie).get('auth.me'))).toMatchObject({ email: '', name: '' });
  });

  it('finds the session cookie among other cookies', async () => {
    const cookie = await here.platform.session({ role: 'user' });
    const caller = here.anyone.as(`theme=dark; ${cookie}; xsession=nothing`);
    expect(payload(await caller.get('auth.me'))).toMatchObject({ role: 'user' });
  });

  it.each([
    ['an unknown token', `session=${'A'.repeat(43)}`],
    ['text that is not a token', 'session=%00%ff<script>'],
    ['the name of an object property', 'session=__proto__'],
  ])('returns 401 and clears the cookie for %s', async (_case, cookie) => {
    const response = await here.anyone.as(cookie).get('auth.me');
    expect(failure(response)).toStrictEqual(LOGIN_REQUIRED);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('treats an empty session cookie as no session', async () => {
    const response = await here.anyone.as('session=').get('auth.me');
    expect(failure(response)).toStrictEqual(LOGIN_REQUIRED);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['after its absolute lifetime', `UPDATE session SET expires_at = now() - interval '1 second'`],
    ['after its idle lifetime', `UPDATE session SET last_seen_at = now() - interval '121 minutes'`],
    ['of a deleted account', 'DELETE FROM account'],
  ])('returns 401 for a session %s', async (_case, statement) => {
    const caller = await here.as('user');
    payload(await caller.get('auth.me'));
    await here.database.query(statement);
    expect(failure(await caller.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it('renews a session that is used', async () => {
    const caller = await here.as('user');
    await here.database.query(`UPDATE session SET last_seen_at = now() - interval '119 minutes'`);
    payload(await caller.get('auth.me'));
    await here.database.query(`UPDATE session SET last_seen_at = last_seen_at - interval '119 minutes'`);
    payload(await caller.get('auth.me'));
  });

  it('returns the role and name as changed after the login', async () => {
    const caller = await named('Before');
    await here.database.query(`UPDATE account SET role = 'doctor', name = 'After'`);
    expect(payload(await caller.get('auth.me'))).toMatchObject({ role: 'doctor', name: 'After' });
  });
});
