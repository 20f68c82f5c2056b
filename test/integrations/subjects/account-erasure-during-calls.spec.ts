import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { SessionStore } from '../../../src/modules/auth/sessions/session.store';
import {
  GroupedReplyWrites,
  type StoredQuestion,
} from '../../../src/modules/chatbot/replies/grouped-reply-writes';
import { START_CONVERSATION } from '../../../src/modules/chatbot/replies/reply.sql';
import { Database } from '../../../src/platform/database/database';
import { eventsOfAction } from '../../support/audit-events';
import { sendMessage } from '../../contract/messages';
import { ListeningSuite } from '../../support/listening-suite';
import { LockHolder } from '../../support/lock-holder';
import { LOGIN_REQUIRED, type PlainCaller, failure, payload } from '../../support/plain-caller';
import { runInProcess } from '../../support/run-command';

const MESSAGE = { message: 'I have a headache since Tuesday' };
const COMMENT = 'I am Wanjiru';

const questionOf = (accountId: string | null): StoredQuestion => ({
  conversationId: randomUUID(),
  accountId,
  questionId: randomUUID(),
  question: MESSAGE.message,
  replyId: randomUUID(),
});

describe('npm run subject:erase -- --account, while the account is used', () => {
  const here = new ListeningSuite();
  let caller: PlainCaller;
  let accountId: string;
  let email: string;

  beforeEach(async () => {
    email = `${randomUUID()}@example.org`;
    caller = here.anyone.as(
      await here.platform.session({ role: 'doctor', country: 'KE', email, name: 'Wanjiru Kamau' }),
    );
    accountId = await here.accountOf(caller);
  });

  const erase = (account = accountId) =>
    runInProcess(eraseSubject, here.database, { args: ['--account', account, '--confirm'] });

  const holdLocks = (work: (holder: LockHolder) => Promise<void>) =>
    LockHolder.run(here.platform.ownerUrl, work);

  const lockAccount = (holder: LockHolder) =>
    holder.query('SELECT FROM account WHERE id = $1 FOR KEY SHARE', [accountId]);

  const listRest = async (): Promise<string[]> => {
    const rows = await here.database.query<{ rest: string }[]>(
      `SELECT 'conversation' AS rest FROM conversation WHERE account_id = $1
       UNION ALL SELECT 'session' FROM session WHERE account_id = $1
       UNION ALL SELECT 'response to ' || path FROM idempotent_answer WHERE account_id = $1
       UNION ALL SELECT 'comment' FROM message_rating WHERE comment = $2
       UNION ALL SELECT 'profile' FROM account WHERE id = $1 AND (email <> '' OR name <> '')`,
      [accountId, COMMENT],
    );
    return rows.map(({ rest }) => rest);
  };

  it('removes what is sent before its sessions end', async () => {
    const { conversationId, messageId } = await sendMessage(here.anyone, MESSAGE.message);
    await holdLocks(async (holder) => {
      await lockAccount(holder);
      const erasure = erase();
      await holder.waitForWaiting(1);
      const headers = { 'idempotency-key': randomUUID() };
      payload(await caller.post('chatbot.sendMessage', MESSAGE, headers));
      payload(await caller.post('chatbot.rateResponse', { messageId, rating: true, comment: COMMENT }));
      await sendMessage(
        caller,
        MESSAGE.message,
        (await sendMessage(here.anyone, MESSAGE.message)).conversationId,
      );
      await holder.release();
      expect((await erasure).output).toContain('with 2 conversations');
    });
    expect(await listRest()).toEqual([]);
    expect((await here.anyone.post('chatbot.history', { conversationId })).status).toBe(200);
  });

  it.each([
    ['a new conversation', (): object => MESSAGE],
    ['an anonymous conversation', (conversationId: string): object => ({ ...MESSAGE, conversationId })],
  ])('refuses a message in %s that was authorised before and is stored after', async (_, inputIn) => {
    const { conversationId } = await sendMessage(here.anyone, MESSAGE.message);
    await holdLocks(async (holder) => {
      await holder.query('LOCK TABLE message IN SHARE MODE');
      const headers = { 'idempotency-key': randomUUID() };
      const sent = caller.post('chatbot.sendMessage', inputIn(conversationId), headers);
      await holder.waitForWaiting(1);
      const erasure = erase();
      await holder.waitForWaiting(2);
      await holder.release();
      const [response] = await Promise.all([sent, erasure]);
      expect([401, 404]).toContain(response.status);
    });
    expect(await listRest()).toEqual([]);
    expect((await here.anyone.post('chatbot.history', { conversationId })).status).toBe(200);
  });

  it('waits for a message that is stored at the same time, and removes it', async () => {
    const values = { ...questionOf(accountId), writingMs: 1_000 };
    await holdLocks(async (holder) => {
      const { sql, order } = START_CONVERSATION;
      await holder.query(
        sql,
        order.map((name) => values[name]),
      );
      const erasure = erase();
      await holder.waitForWaiting(1);
      await holder.commit();
      expect((await erasure).output).toContain('with 1 conversations');
    });
    expect(await listRest()).toEqual([]);
  });

  it('refuses messages of its account only, in a group with messages of others', async () => {
    const otherId = await here.accountOf(await here.as('doctor', 'KE'));
    await erase();
    const writes = new GroupedReplyWrites(new Database(here.platform.app.get(DataSource)), 1_000);
    const accounts = [null, accountId, otherId, accountId, null, otherId];
    const started = await Promise.all(accounts.map((each) => writes.start(questionOf(each))));
    expect(started).toEqual([true, false, true, false, true, true]);
    expect(await listRest()).toEqual([]);
  });

  it('refuses a rating that is stored after it', async () => {
    const { messageId } = await sendMessage(here.anyone, MESSAGE.message);
    await holdLocks(async (holder) => {
      await holder.query('LOCK TABLE message_rating IN ACCESS EXCLUSIVE MODE');
      const rated = caller.post('chatbot.rateResponse', { messageId, rating: true, comment: COMMENT });
      await holder.waitForWaiting(1);
      const erasure = erase();
      await holder.waitForWaiting(2);
      await holder.release();
      const [response] = await Promise.all([rated, erasure]);
      expect(response.status).toBe(404);
    });
    expect(await listRest()).toEqual([]);
  });

  it('creates no session for a login that found the account before', async () => {
    await erase();
    await expect(here.platform.app.get(SessionStore).create(accountId)).rejects.toMatchObject({
      status: 401,
    });
    expect(await listRest()).toEqual([]);
  });

  it('continues after an interruption, with the same e-mail address', async () => {
    await sendMessage(caller, MESSAGE.message);
    await here.database.query(
      `CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'interrupted'; END $$;
       CREATE TRIGGER interrupt BEFORE DELETE ON conversation FOR EACH ROW EXECUTE FUNCTION interrupt()`,
    );
    await expect(erase(email)).rejects.toThrow('interrupted');
    await here.database.query('DROP FUNCTION interrupt CASCADE');
    expect(failure(await caller.get('auth.me'))).toEqual(LOGIN_REQUIRED);
    expect((await eventsOfAction(here.database, 'sessions.endAll')).at(-1)).toMatchObject({
      details: { account: accountId, sessions: 1 },
    });
    await erase(email);
    expect(await listRest()).toEqual([]);
  });
});
