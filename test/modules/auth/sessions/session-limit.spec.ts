import type { Platform } from '../../../support/platform';
import { startPlatform } from '../../../support/platform';
import { ListeningSuite } from '../../../support/listening-suite';
import { LOGIN_REQUIRED, failure, payload } from '../../../support/plain-caller';
import { hashOf } from '../../../../src/modules/auth/sessions/secret';
import { SessionStore } from '../../../../src/modules/auth/sessions/session.store';

const LIMIT = 3;

describe('SESSIONS_PER_ACCOUNT', () => {
  let twin: Platform;
  // Before the first platform closes and drops the database.
  afterAll(() => twin.close());
  const settings = { SESSIONS_PER_ACCOUNT: String(LIMIT) };
  const here = new ListeningSuite(settings);
  beforeAll(async () => {
    twin = await startPlatform({ ...settings, DATABASE_URL: here.platform.databaseUrl });
  });

  const begin = (accountId: string, { app } = here.platform): Promise<string> =>
    app.get(SessionStore).create(accountId);

  const createAccount = async (): Promise<string> => {
    const accountId = await here.accountOf(await here.as('user'));
    await here.database.query('DELETE FROM session WHERE account_id = $1', [accountId]);
    return accountId;
  };

  const isValid = async (token: string): Promise<boolean> =>
    (await here.anyone.as(`session=${token}`).get('auth.me')).status === 200;

  const countSessions = async (accountId: string): Promise<number> => {
    const [{ count }] = await here.database.query<[{ count: number }]>(
      'SELECT count(*)::integer AS count FROM session WHERE account_id = $1',
      [accountId],
    );
    return count;
  };

  const change = (token: string, values: string): Promise<unknown> =>
    here.database.query(`UPDATE session SET ${values} WHERE token_hash = $1`, [hashOf(token)]);

  it('ends the oldest session at the login above it', async () => {
    const accountId = await createAccount();
    const tokens: string[] = [];
    for (let n = 0; n < LIMIT + 2; n += 1) tokens.push(await begin(accountId));
    expect(await Promise.all(tokens.map(isValid))).toEqual([false, false, true, true, true]);
    expect(failure(await here.anyone.as(`session=${tokens[0] ?? ''}`).get('auth.me'))).toEqual(
      LOGIN_REQUIRED,
    );
  });

  it('ends none below it', async () => {
    const accountId = await createAccount();
    const tokens: string[] = [];
    for (let n = 0; n < LIMIT; n += 1) tokens.push(await begin(accountId));
    expect(await Promise.all(tokens.map(isValid))).toEqual([true, true, true]);
  });

  it('ends no session of another account', async () => {
    const other = await here.as('user');
    const accountId = await createAccount();
    for (let n = 0; n < LIMIT + 1; n += 1) await begin(accountId);
    payload(await other.get('auth.me'));
  });

  it('does not count sessions that have ended, and deletes them', async () => {
    const accountId = await createAccount();
    const first = await begin(accountId);
    const idle = await begin(accountId);
    await change(idle, `last_seen_at = now() - interval '121 minutes'`);
    const expired = await begin(accountId);
    await change(expired, `expires_at = now() - interval '1 second'`);
    for (let n = 0; n < LIMIT - 1; n += 1) await begin(accountId);
    expect(await isValid(first)).toBe(true);
    expect(await countSessions(accountId)).toBe(LIMIT);
  });

  it('holds for concurrent logins in two processes', async () => {
    const accountId = await createAccount();
    const tokens = await Promise.all(
      Array.from({ length: 24 }, (_none, index) => begin(accountId, index % 2 ? twin : here.platform)),
    );
    expect(await countSessions(accountId)).toBe(LIMIT);
    expect((await Promise.all(tokens.map(isValid))).filter(Boolean)).toHaveLength(LIMIT);
    const last = await begin(accountId, twin);
    expect(await isValid(last)).toBe(true);
    expect(await countSessions(accountId)).toBe(LIMIT);
  });

  it('applies to a lower limit after a restart', async () => {
    const accountId = await createAccount();
    for (let n = 0; n < LIMIT; n += 1) await begin(accountId);
    const stricter = await startPlatform({
      SESSIONS_PER_ACCOUNT: '1',
      DATABASE_URL: here.platform.databaseUrl,
    });
    try {
      await begin(accountId, stricter);
      expect(await countSessions(accountId)).toBe(1);
    } finally {
      await stricter.close();
    }
  });
});
