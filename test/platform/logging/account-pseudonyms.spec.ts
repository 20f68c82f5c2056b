import { z } from 'zod';
import { AccountPseudonyms } from '../../../src/platform/logging/account-pseudonyms';
import { ListeningSuite } from '../../support/listening-suite';
import { until } from '../../support/until';

const EMAIL = 'wanjiru@example.org';
const NAME = 'Wanjiru Kamau';

const lineSchema = z.looseObject({ requestId: z.string().optional(), account: z.string().optional() });

describe('a pseudonym', () => {
  const settings = { OAUTH_CLIENT_SECRET: 'one secret', DATABASE_URL: 'postgres://one@127.0.0.1/one' };

  it('is the same in another process with the same settings', () => {
    expect(new AccountPseudonyms(settings).of('a')).toBe(new AccountPseudonyms(settings).of('a'));
    expect(new AccountPseudonyms(settings).of('a')).toMatch(/^[0-9a-f]{16}$/);
  });

  it('differs from that of another account, and under another secret', () => {
    const pseudonym = new AccountPseudonyms(settings).of('a');
    expect(new AccountPseudonyms(settings).of('b')).not.toBe(pseudonym);
    const other = { ...settings, OAUTH_CLIENT_SECRET: 'another secret' };
    expect(new AccountPseudonyms(other).of('a')).not.toBe(pseudonym);
  });

  it('depends on the database URL if there is no client secret', () => {
    const { DATABASE_URL } = settings;
    const pseudonym = new AccountPseudonyms({ OAUTH_CLIENT_SECRET: undefined, DATABASE_URL }).of('a');
    const other = { OAUTH_CLIENT_SECRET: undefined, DATABASE_URL: `${DATABASE_URL}2` };
    expect(new AccountPseudonyms(other).of('a')).not.toBe(pseudonym);
  });
});

describe('the log lines of a request', () => {
  const suite = new ListeningSuite();

  /** Returns the lines of a request, once its last one is written. */
  async function linesOf(requestId: string): Promise<z.output<typeof lineSchema>[]> {
    const find = () =>
      suite.platform.logLines
        .filter((line) => line.includes(requestId))
        .map((line) => lineSchema.parse(JSON.parse(line)));
    await until('the request is logged', () => find().some((line) => 'responseTime' in line));
    return find();
  }

  it('have the pseudonym of a signed-in account, never its id, subject, name or e-mail address', async () => {
    const cookie = await suite.platform.session({ role: 'doctor', country: 'KE', email: EMAIL, name: NAME });
    const person = suite.anyone.as(cookie);
    const accountId = await suite.accountOf(person);
    const [row] = await suite.database.query<{ subject: string }[]>(
      'SELECT subject FROM account WHERE id = $1',
      [accountId],
    );
    await suite.database.query('ALTER TABLE consultation RENAME TO gone');
    try {
      const failed = await person.post('consultations.record', {
        patientId: 'P-1',
        pathologyName: 'Malaria',
        consultationDate: '2026-05-06T07:08:09Z',
      });
      expect(failed.status).toBe(500);
      const lines = await linesOf(failed.headers['x-request-id'] ?? 'none');
      // The cause of the failure, and the request itself.
      expect(lines.length).toBeGreaterThan(1);
      const first = lines[0]?.account;
      expect(first).toMatch(/^[0-9a-f]{16}$/);
      expect(lines.map(({ account }) => account)).toEqual(lines.map(() => first));
      const log = suite.platform.logLines.join('');
      expect([EMAIL, NAME, accountId, row?.subject ?? 'none'].filter((text) => log.includes(text))).toEqual(
        [],
      );
    } finally {
      await suite.database.query('ALTER TABLE gone RENAME TO consultation');
    }
  });

  it('have the same pseudonym for two sessions of one account, and another for another account', async () => {
    const accountsOf = async (cookie: string) => {
      const { headers } = await suite.anyone.as(cookie).get('auth.me');
      return (await linesOf(headers['x-request-id'] ?? 'none')).map(({ account }) => account);
    };
    const one = await suite.platform.session({ role: 'user' });
    const other = await suite.platform.session({ role: 'user' });
    const [first] = await accountsOf(one);
    expect(await accountsOf(one)).toEqual([first]);
    const [second] = await accountsOf(other);
    expect(second).toMatch(/^[0-9a-f]{16}$/);
    expect(second).not.toBe(first);
  });

  it('have none for an anonymous caller, and for a session that is not valid', async () => {
    for (const caller of [suite.anyone, suite.anyone.as('session=unknown')]) {
      const { headers } = await caller.get('auth.me');
      const lines = await linesOf(headers['x-request-id'] ?? 'none');
      expect(lines).not.toHaveLength(0);
      expect(lines.filter((line) => 'account' in line)).toEqual([]);
    }
  });

  it('have the pseudonym also on a page', async () => {
    const cookie = await suite.platform.session({ role: 'ministry', country: 'KE' });
    const { headers } = await fetch(`${await suite.platform.app.getUrl()}/dashboard`, {
      headers: { cookie },
    });
    const lines = await linesOf(headers.get('x-request-id') ?? 'none');
    expect(lines[0]?.account).toMatch(/^[0-9a-f]{16}$/);
  });
});
