import { AccountStore } from '../../../../src/modules/auth/accounts/account.store';
import { SessionStore } from '../../../../src/modules/auth/sessions/session.store';
import { suitePlatform } from '../../../support/platform';

const LOGINS = 100;
const PROFILE = {
  subject: 'one',
  email: 'one@example.org',
  name: 'One',
  role: 'user',
  country: null,
} as const;

describe('many first logins of one account at once', () => {
  // A lock is waited for shorter than the logins take one after another, as on a busy machine.
  const platform = suitePlatform({ DATABASE_LOCK_TIMEOUT_MS: '100' });

  it('all begin a session: none waits too long for the lock of another', async () => {
    const accounts = platform.app.get(AccountStore, { strict: false });
    const sessions = platform.app.get(SessionStore, { strict: false });
    const logIn = async () => sessions.create(await accounts.upsert('https://portal.example', PROFILE));
    const results = await Promise.allSettled(Array.from({ length: LOGINS }, logIn));
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [String(result.reason)] : [],
    );
    expect(reasons).toEqual([]);
  });
});
