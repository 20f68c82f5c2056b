import { ROLES } from '../../src/platform/access/role';
import { type Platform, startPlatform } from '../support/platform';
import { LOGIN_REQUIRED, PlainCaller, failure, payload } from '../support/plain-caller';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('auth.me', () => {
  let platform: Platform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform();
    anyone = new PlainCaller(await platform.listen());
  });

  afterAll(async () => {
    await platform.close();
  });

  it.each(ROLES)('tells a %s exactly id, email, name and role', async (role) => {
    const cookie = await platform.session({ role, email: 'amina@example.org', name: 'Amina Otieno' });
    const user = payload(await anyone.as(cookie).get('auth.me'));
    const id: unknown = expect.stringMatching(UUID);
    expect(user).toStrictEqual({ id, email: 'amina@example.org', name: 'Amina Otieno', role });
  });

  it('tells two accounts apart, and is the same account at every call', async () => {
    const [one, other] = [
      anyone.as(await platform.session({ role: 'user', name: 'One' })),
      anyone.as(await platform.session({ role: 'user', name: 'Other' })),
    ];
    const user = payload(await one.get('auth.me'));
    expect(payload(await other.get('auth.me'))).toMatchObject({ name: 'Other' });
    expect(payload(await one.get('auth.me'))).toStrictEqual(user);
  });

  it('gives empty strings where the portal told neither e-mail nor name', async () => {
    const cookie = await platform.session({ role: 'user', email: '', name: '' });
    expect(payload(await anyone.as(cookie).get('auth.me'))).toMatchObject({ email: '', name: '' });
  });

  it('finds its cookie among others', async () => {
    const cookie = await platform.session({ role: 'user' });
    const caller = anyone.as(`theme=dark; ${cookie}; xsession=nothing`);
    expect(payload(await caller.get('auth.me'))).toMatchObject({ role: 'user' });
  });

  it('asks a caller without a session to log in', async () => {
    expect(failure(await anyone.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it.each([
    ['that nobody was given', `session=${'A'.repeat(43)}`],
    ['that is no token at all', 'session=%00%ff<script>'],
    ['that is a well-known name', 'session=__proto__'],
  ])('refuses a session %s and has the browser forget it', async (_case, cookie) => {
    const response = await anyone.as(cookie).get('auth.me');
    expect(failure(response)).toStrictEqual(LOGIN_REQUIRED);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('takes an empty session cookie for no session', async () => {
    const response = await anyone.as('session=').get('auth.me');
    expect(failure(response)).toStrictEqual(LOGIN_REQUIRED);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['past its absolute end', `UPDATE session SET expires_at = now() - interval '1 second'`],
    ['idle for too long', `UPDATE session SET last_seen_at = now() - interval '121 minutes'`],
    ['of an account that was removed', 'DELETE FROM account'],
  ])('refuses a session %s', async (_case, statement) => {
    const caller = anyone.as(await platform.session({ role: 'user' }));
    payload(await caller.get('auth.me'));
    await platform.database.query(statement);
    expect(failure(await caller.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
  });

  it('keeps a session alive that is used', async () => {
    const caller = anyone.as(await platform.session({ role: 'user' }));
    await platform.database.query(`UPDATE session SET last_seen_at = now() - interval '119 minutes'`);
    payload(await caller.get('auth.me'));
    await platform.database.query(`UPDATE session SET last_seen_at = last_seen_at - interval '119 minutes'`);
    payload(await caller.get('auth.me'));
  });

  it('shows a role and a name that changed since', async () => {
    const caller = anyone.as(await platform.session({ role: 'user', name: 'Before' }));
    await platform.database.query(`UPDATE account SET role = 'doctor', name = 'After'`);
    expect(payload(await caller.get('auth.me'))).toMatchObject({ role: 'doctor', name: 'After' });
  });
});
