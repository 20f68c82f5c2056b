import { completes, streams } from '../../../support/model-server';
import { events, failure, payload } from '../../../support/plain-caller';
import { send, start } from './conversation';
import { RepliesScenario } from './replies-scenario';

const WORDS = Array.from({ length: 12 }, (_, index) => `word${index} `);
const TEXT = WORDS.join('').trim();
const QUESTION = { message: 'Which doctor should I see about a skin rash?' };

describe('access to a reply', () => {
  const scenario = RepliesScenario.suite();

  describe('of an account', () => {
    it('is allowed for the owner only', async () => {
      scenario.model.behave(streams(WORDS, { between: 50 }));
      const owner = await scenario.platform.session({ role: 'user' });
      const other = await scenario.platform.session({ role: 'admin' });
      const { messageId } = await start(scenario.anyone.as(owner), QUESTION);
      const own = await scenario.read(messageId, { headers: { cookie: owner } });
      const missing = { code: 'NOT_FOUND', message: 'messageId: no such reply' };
      for (const request of [{}, { headers: { cookie: other } }]) {
        const denied = await (await scenario.read(messageId, request)).end();
        expect(denied.failure).toEqual(missing);
        expect(denied.events).toEqual([]);
      }
      const expectDenied = async (): Promise<void> => {
        for (const caller of [scenario.anyone, scenario.anyone.as(other)]) {
          const response = await caller.get('chatbot.reply', { messageId });
          expect(failure(response)).toEqual({ status: 404, ...missing });
        }
      };
      await expectDenied();
      expect((await own.end()).text.trim()).toBe(TEXT);
      await expectDenied();
      expect(events(await scenario.anyone.as(owner).get('chatbot.reply', { messageId }))).toHaveLength(2);
    });

    it('returns 401 for an invalid session', async () => {
      scenario.model.behave(completes('Rest.'));
      const { messageId } = await send(await scenario.account(), QUESTION);
      const caller = scenario.anyone.as(`session=${'A'.repeat(43)}`);
      const response = await caller.get('chatbot.reply', { messageId });
      expect(failure(response)).toMatchObject({ status: 401 });
    });
  });

  it('of an anonymous caller is allowed for every caller with its id', async () => {
    scenario.model.behave(completes('Rest.'));
    const { messageId } = await send(scenario.anyone, QUESTION);
    const account = await scenario.account();
    expect(events(await account.get('chatbot.reply', { messageId }))).toHaveLength(2);
    const inCapitals = await scenario.anyone.post('chatbot.reply', { messageId: messageId.toUpperCase() });
    expect(events(inCapitals)).toHaveLength(2);
  });

  it('returns 404 for any id that is not the id of a reply', async () => {
    scenario.model.behave(completes('Rest.'));
    const { conversationId } = await send(scenario.anyone, QUESTION);
    const [question] = await scenario.platform.database.query<{ id: string }[]>(
      `SELECT id FROM message WHERE conversation_id = $1 AND role = 'user'`,
      [conversationId],
    );
    for (const messageId of [question?.id, conversationId, 'reply-1', '', '\ud800']) {
      const response = await scenario.anyone.get('chatbot.reply', { messageId });
      expect(failure(response)).toMatchObject({ status: 404, message: 'messageId: no such reply' });
    }
  });

  it('returns 404 from startReply for another account’s conversation', async () => {
    scenario.model.behave(completes('Rest.'));
    const owner = await scenario.account();
    const { conversationId } = await start(owner, QUESTION);
    const denied = await scenario.anyone.post('chatbot.startReply', { ...QUESTION, conversationId });
    const message = 'conversationId: no such conversation';
    expect(failure(denied)).toEqual({ status: 404, code: 'NOT_FOUND', message });
    payload(await owner.post('chatbot.startReply', { ...QUESTION, conversationId }));
  });
});
