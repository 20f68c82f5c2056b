import { z } from 'zod';
import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { exportSubject } from '../../../src/integrations/subjects/subject-export.command';
import { recordConsultation } from '../../contract/consultations';
import { sendMessage } from '../../contract/messages';
import { eventsOfAction } from '../../support/audit-events';
import { ListeningSuite } from '../../support/listening-suite';
import { LOGIN_REQUIRED, failure, payload } from '../../support/plain-caller';
import { runInProcess } from '../../support/run-command';

describe('the data of an account', () => {
  const here = new ListeningSuite();

  async function createAccount(email: string) {
    const caller = here.anyone.as(
      await here.platform.session({ role: 'doctor', country: 'KE', email, name: 'Wanjiru Kamau' }),
    );
    const accountId = await here.accountOf(caller);
    const { conversationId, messageId } = await sendMessage(caller, 'I have a headache since Tuesday');
    payload(await caller.post('chatbot.rateResponse', { messageId, rating: true, reason: 'helpful' }));
    const { id } = await recordConsultation(caller);
    return { caller, accountId, conversationId, consultationId: id };
  }

  const run = (command: typeof exportSubject, ...args: readonly string[]) =>
    runInProcess(command, here.database, { args });

  it('is exported with profile, sessions, messages, ratings and acts', async () => {
    const { accountId, conversationId } = await createAccount('export@example.org');
    const { output } = await run(exportSubject, '--account', 'EXPORT@example.org');
    const exported = z
      .object({
        account: z.object({ id: z.string(), email: z.string(), name: z.string() }),
        sessions: z.array(z.unknown()),
        messages: z.array(
          z.object({ conversationId: z.string(), content: z.string(), rating: z.boolean().nullable() }),
        ),
        acts: z.array(z.object({ action: z.string() })),
      })
      .parse(JSON.parse(output));
    expect(exported.account).toEqual({ id: accountId, email: 'export@example.org', name: 'Wanjiru Kamau' });
    expect(exported.sessions).toHaveLength(1);
    expect(exported.messages).toMatchObject([
      { conversationId, content: 'I have a headache since Tuesday', rating: null },
      { conversationId, rating: true },
    ]);
    expect(exported.acts.map(({ action }) => action)).toEqual(['accounts.create', 'consultations.record']);
    expect((await eventsOfAction(here.database, 'subject.export')).at(-1)).toMatchObject({
      country: 'KE',
      details: { accountId },
    });
  });

  it('is erased; records, counts of replies and acts stay', async () => {
    const { caller, accountId, conversationId, consultationId } = await createAccount('erase@example.org');
    const countReplies = async () => {
      const admin = await here.as('admin', '*');
      return payload(await admin.get('chatbot.ratingStats', {}));
    };
    const replies = await countReplies();
    expect((await run(eraseSubject, '--account', accountId)).output).toMatch(
      /^Would erase account .* 1 conversations/,
    );
    expect((await caller.get('auth.me')).status).toBe(200);
    await run(eraseSubject, '--account', accountId, '--confirm');
    expect(failure(await caller.get('auth.me'))).toEqual(LOGIN_REQUIRED);
    const [account] = await here.database.query<
      { subject: string; email: string; name: string; role: string }[]
    >('SELECT subject, email, name, role FROM account WHERE id = $1', [accountId]);
    expect(account).toEqual({
      subject: expect.stringMatching(/^erased-/) as string,
      email: '',
      name: '',
      role: 'user',
    });
    const rows = await here.database.query<unknown[]>('SELECT FROM message WHERE conversation_id = $1', [
      conversationId,
    ]);
    expect(rows).toEqual([]);
    expect(await countReplies()).toEqual(replies);
    const [record] = await here.database.query<unknown[]>(
      'SELECT recorded_by FROM consultation WHERE id = $1',
      [consultationId],
    );
    expect(record).toEqual({ recorded_by: accountId });
    expect((await eventsOfAction(here.database, 'subject.erase')).at(-1)).toMatchObject({
      country: 'KE',
      details: { accountId, conversations: 1 },
    });
  });

  it.each([
    ['import', 'march.csv', 'This is the account of the import source "march.csv", not of a person'],
    ['client of https://portal.example.org', 'dhis2', 'This is the account of the machine client "dhis2"'],
  ])('is not erased if its issuer is "%s"', async (issuer, subject, message) => {
    const [{ id }] = await here.database.query<[{ id: string }]>(
      `INSERT INTO account (issuer, subject, email, name, role) VALUES ($1, $2, '', $2, 'user') RETURNING id`,
      [issuer, subject],
    );
    await expect(run(eraseSubject, '--account', id, '--confirm')).rejects.toThrow(message);
    const rows = await here.database.query<unknown[]>('SELECT subject FROM account WHERE id = $1', [id]);
    expect(rows).toEqual([{ subject }]);
  });

  it('is erased with a note about records that would count again', async () => {
    const { caller, accountId } = await createAccount('claims@example.org');
    await recordConsultation(caller, { externalId: 'visit-1' });
    for (const args of [[], ['--confirm']])
      expect((await run(eraseSubject, '--account', accountId, ...args)).output).toContain(
        'Its records with external ids: 1. A later login of this person creates another account',
      );
  });

  describe('with a rating in a conversation of nobody', () => {
    const findRating = async (conversationId: string) => {
      const rows = await here.database.query<unknown[]>(
        'SELECT rater, rating, reason, comment FROM message_rating WHERE conversation_id = $1',
        [conversationId],
      );
      return rows;
    };

    async function rateAnonymously(email: string) {
      const { caller, accountId } = await createAccount(email);
      const { conversationId, messageId } = await sendMessage(here.anyone, 'I have a headache');
      const input = { messageId, rating: false, reason: 'unclear', comment: 'I am Wanjiru' };
      payload(await caller.post('chatbot.rateResponse', input));
      return { accountId, conversationId, messageId };
    }

    it('is exported with the rating', async () => {
      const { accountId, ...ids } = await rateAnonymously('rates@example.org');
      const { output } = await run(exportSubject, '--account', accountId);
      expect(JSON.parse(output)).toMatchObject({
        anonymousRatings: [{ ...ids, rating: false, reason: 'unclear', comment: 'I am Wanjiru' }],
      });
    });

    it('is erased; the rating stays, without comment or a link to the account', async () => {
      const { accountId, conversationId } = await rateAnonymously('unrates@example.org');
      const [before] = await findRating(conversationId);
      await run(eraseSubject, '--account', accountId, '--confirm');
      const [after] = await findRating(conversationId);
      expect(after).toEqual({
        rater: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        rating: false,
        reason: 'unclear',
        comment: null,
      });
      expect(after).not.toHaveProperty('rater', (before as { rater: string }).rater);
    });
  });

  it('is not chosen by an e-mail address that several accounts have', async () => {
    await createAccount('two@example.org');
    await createAccount('two@example.org');
    await expect(run(exportSubject, '--account', 'two@example.org')).rejects.toThrow(
      /Several accounts have this e-mail address; name one by its id: \S+, \S+\.$/,
    );
  });
});
