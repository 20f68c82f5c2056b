import { endSessions } from '../../../src/integrations/subjects/end-sessions.command';
import { CommandError } from '../../../src/platform/command-line/command';
import { eventsOfAction } from '../../support/audit-events';
import { ListeningSuite } from '../../support/listening-suite';
import { LOGIN_REQUIRED, failure } from '../../support/plain-caller';
import { runInProcess } from '../../support/run-command';

describe('npm run sessions:end', () => {
  const here = new ListeningSuite();

  const run = (...args: readonly string[]) => runInProcess(endSessions, here.database, { args });

  async function createAccount(email: string) {
    const caller = here.anyone.as(await here.platform.session({ role: 'doctor', country: 'KE', email }));
    const accountId = await here.accountOf(caller);
    // A second device.
    await here.database.query(
      `INSERT INTO session (token_hash, account_id, expires_at) VALUES ($1, $2, now() + interval '1 hour')`,
      [`second of ${email}`, accountId],
    );
    return { caller, accountId };
  }

  it.each([
    ['id', ({ accountId }: { accountId: string }) => accountId],
    ['e-mail address', () => 'LOST-1@example.org'],
    ['subject', () => 'lost-2@example.org'],
  ])('ends every session of the account with this %s, and no other', async (kind, nameOf) => {
    const email = `lost-${['id', 'e-mail address', 'subject'].indexOf(kind)}@example.org`;
    const account = await createAccount(email);
    if (kind === 'subject')
      await here.database.query(`UPDATE account SET email = '', subject = $2 WHERE id = $1`, [
        account.accountId,
        nameOf(account),
      ]);
    const other = await createAccount(`other-${email}`);
    const { code, output } = await run('--account', nameOf(account));
    expect({ code, output }).toEqual({
      code: 0,
      output: `Ended 2 sessions of account ${account.accountId}.\n`,
    });
    expect(failure(await account.caller.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
    expect((await other.caller.get('auth.me')).status).toBe(200);
    const events = await eventsOfAction(here.database, 'sessions.endAll');
    expect(events.at(-1)).toMatchObject({
      country: 'KE',
      account_id: null,
      details: { account: account.accountId, sessions: 2, operator: expect.any(String) as string },
    });
  });

  it('ends none if several accounts could be meant', async () => {
    const first = await createAccount('shared@example.org');
    const second = await createAccount('by-subject@example.org');
    await here.database.query(`UPDATE account SET subject = 'shared@example.org', email = '' WHERE id = $1`, [
      second.accountId,
    ]);
    const error: unknown = await run('--account', 'shared@example.org').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toContain(first.accountId);
    expect(String(error)).toContain(second.accountId);
    for (const { caller } of [first, second]) expect((await caller.get('auth.me')).status).toBe(200);
  });

  it.each([[['--account', 'nobody']], [['--account', ' ']], [[]], [['someone']], [['--accounts', 'x']]])(
    'ends none with the arguments %j',
    async (args) => {
      await expect(run(...args)).rejects.toThrow(CommandError);
    },
  );
});
