import { TwinSuite } from '../../../contract/twin-suite';
import { LOGIN_REQUIRED, failure, payload } from '../../../support/plain-caller';

describe('sessions that are looked up at the same time', () => {
  const here = new TwinSuite('user');

  it('each have their own account, and an invalid one among them is refused alone', async () => {
    const names = Array.from({ length: 40 }, (_none, index) => `Person ${index}`);
    const cookies = await Promise.all(names.map((name) => here.platform.session({ role: 'user', name })));
    const unknown = here.anyone.as(`session=${'A'.repeat(43)}`).get('auth.me');
    const responses = await Promise.all(cookies.map((cookie) => here.anyone.as(cookie).get('auth.me')));
    expect(responses.map(payload)).toMatchObject(names.map((name) => ({ name })));
    expect(failure(await unknown)).toStrictEqual(LOGIN_REQUIRED);
  });

  it('are refused in every process as soon as a logout was answered', async () => {
    payload(await here.caller(0).get('auth.me'));
    payload(await here.caller(1).post('auth.logout'));
    const responses = await Promise.all([0, 1, 0, 1].map((index) => here.caller(index).get('auth.me')));
    expect(responses.map(failure)).toEqual(responses.map(() => LOGIN_REQUIRED));
  });

  it('are all renewed, through two processes', async () => {
    await here.database.query('DELETE FROM session');
    const cookies = await Promise.all(
      Array.from({ length: 20 }, () => here.platform.session({ role: 'user' })),
    );
    await here.database.query(`UPDATE session SET last_seen_at = now() - interval '119 minutes'`);
    const callAll = (index: number) =>
      Promise.all(cookies.map((cookie) => here.caller(index).as(cookie).get('auth.me')));
    for (const responses of await Promise.all([callAll(0), callAll(1)])) responses.map(payload);
    const [{ idle }] = await here.database.query<[{ idle: number }]>(
      `SELECT count(*)::integer AS idle FROM session WHERE last_seen_at < now() - interval '118 minutes'`,
    );
    expect(idle).toBe(0);
  });

  it('are valid although they cannot be renewed', async () => {
    const caller = await here.as('user');
    await here.database.query(`UPDATE session SET last_seen_at = now() - interval '119 minutes'`);
    await here.database.query(
      `ALTER TABLE session ADD CONSTRAINT fixed CHECK (last_seen_at < now() - interval '1 hour') NOT VALID`,
    );
    try {
      payload(await caller.get('auth.me'));
    } finally {
      await here.database.query('ALTER TABLE session DROP CONSTRAINT fixed');
    }
  });
});
