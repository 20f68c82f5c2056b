import { z } from 'zod';
import { NO_CONVERSATION, notFound } from '../../../contract/failures';
import { sendMessage } from '../../../contract/messages';
import { TwinSuite } from '../../../contract/twin-suite';
import { type PlainCaller, failure, payload } from '../../../support/plain-caller';
import { StoredConversations } from './stored-conversations';
import { type Person, signedIn } from './callers';

const listSchema = z.object({
  data: z.object({ conversations: z.array(z.object({ conversationId: z.string() })) }),
});
const historySchema = z.object({ data: z.object({ messages: z.array(z.object({ text: z.string() })) }) });
const startedSchema = z.object({ conversationId: z.string(), messageId: z.string() });

const ATTEMPTS = 10;

describe('an anonymous conversation that an account continues', () => {
  const here = new TwinSuite('user');
  let amina: Person;
  let juma: Person;

  beforeAll(async () => {
    amina = await signedIn(here.platform, here.anyone);
    juma = await signedIn(here.platform, here.anyone);
  });

  const list = async (caller: PlainCaller): Promise<string[]> =>
    listSchema
      .parse(payload(await caller.post('chatbot.conversations', {})))
      .data.conversations.map(({ conversationId }) => conversationId);

  const begin = async (): Promise<string> => (await sendMessage(here.anyone, 'I cough')).conversationId;

  /** Expects that no procedure lets a caller read, continue, rate or delete a conversation. */
  async function expectDenied(caller: PlainCaller, conversationId: string, messageId: string): Promise<void> {
    const message = { message: 'Let me in', conversationId };
    for (const [procedure, input] of [
      ['chatbot.history', { conversationId }],
      ['chatbot.sendMessage', message],
      ['chatbot.startReply', message],
      ['chatbot.deleteConversation', { conversationId }],
    ] as const) {
      expect(failure(await caller.post(procedure, input))).toStrictEqual(NO_CONVERSATION);
    }
    for (const response of [
      await caller.post('chatbot.reply', { messageId }),
      await caller.post('chatbot.rateResponse', { messageId, rating: true }),
    ]) {
      expect(failure(response)).toStrictEqual(notFound('messageId: no such reply'));
    }
  }

  it.each(['chatbot.sendMessage', 'chatbot.startReply'] as const)(
    'belongs to the account from its first %s',
    async (procedure) => {
      const conversationId = await begin();
      expect(await list(amina.caller)).not.toContain(conversationId);
      const message = { message: 'And a fever', conversationId };
      const { messageId } = startedSchema.parse(payload(await amina.caller.post(procedure, message)));
      expect(await list(amina.caller)).toContain(conversationId);
      const history = await amina.caller.post('chatbot.history', { conversationId });
      expect(historySchema.parse(payload(history)).data.messages).toHaveLength(4);
      await expectDenied(juma.caller, conversationId, messageId);
      await expectDenied(here.anyone, conversationId, messageId);
      await sendMessage(amina.caller, 'Still', conversationId);
    },
  );

  it('is not readable for the anonymous caller who began it, with the replies from before', async () => {
    const { conversationId, messageId } = await sendMessage(here.anyone, 'I cough');
    await sendMessage(amina.caller, 'And a fever', conversationId);
    await expectDenied(here.anyone, conversationId, messageId);
  });

  it('stays anonymous if the account only reads or rates it', async () => {
    const { conversationId, messageId } = await sendMessage(here.anyone, 'I cough');
    payload(await amina.caller.post('chatbot.history', { conversationId }));
    payload(await amina.caller.post('chatbot.rateResponse', { messageId, rating: true }));
    expect(await list(amina.caller)).not.toContain(conversationId);
    await sendMessage(here.anyone, 'And a fever', conversationId);
    await sendMessage(juma.caller, 'Mine now', conversationId);
    expect(await list(juma.caller)).toContain(conversationId);
  });

  it('stays anonymous if only anonymous callers continue it', async () => {
    const conversationId = await begin();
    await sendMessage(here.anyone, 'And a fever', conversationId);
    payload(await juma.caller.post('chatbot.history', { conversationId }));
  });

  it('is stored with the account, so it does not expire as anonymous ones do', async () => {
    const conversationId = await begin();
    await sendMessage(amina.caller, 'And a fever', conversationId);
    const [row] = await here.database.query<unknown[]>('SELECT account_id FROM conversation WHERE id = $1', [
      conversationId,
    ]);
    expect(row).toEqual({ account_id: amina.id });
  });

  it('keeps the ratings of the account, and replaces them by its later ones', async () => {
    const { id, reply } = await new StoredConversations(here.database).exchange();
    const rate = async (rating: boolean) =>
      payload(await amina.caller.post('chatbot.rateResponse', { messageId: reply, rating }));
    await rate(false);
    await sendMessage(amina.caller, 'And a fever', id);
    const history = payload(await amina.caller.post('chatbot.history', { conversationId: id }));
    expect(history).toMatchObject({
      data: { messages: [{}, {}, { messageId: reply, rating: { rating: false } }, {}] },
    });
    await rate(true);
    const ratings: unknown = await here.database.query(
      'SELECT rater, rating FROM message_rating WHERE conversation_id = $1',
      [id],
    );
    expect(ratings).toEqual([{ rater: amina.id, rating: true }]);
  });

  it('belongs to one of two accounts that continue it at the same time on two processes', async () => {
    const [first] = here.callersOf(amina.cookie);
    const [, second] = here.callersOf(juma.cookie);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const conversationId = await begin();
      const message = { message: 'And a fever', conversationId };
      const responses = await Promise.all(
        [first, second].map((caller) => caller.post('chatbot.sendMessage', message)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
      const history = await Promise.all(
        [first, second].map((caller) => caller.post('chatbot.history', { conversationId })),
      );
      expect(history.map(({ status }) => status)).toEqual(responses.map(({ status }) => status));
    }
  });
});
