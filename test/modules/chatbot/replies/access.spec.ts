import { completes, streams } from '../../../support/model-server';
import { events, failure, payload } from '../../../support/plain-caller';
import { send, start } from './conversation';
import { RepliesScenario } from './replies-scenario';

const WORDS = Array.from({ length: 12 }, (_, index) => `word${index} `);
const TEXT = WORDS.join('').trim();
const QUESTION = { message: 'Which doctor should I see about a skin rash?' };

describe('access to a reply', () => {
  let scenario: RepliesScenario;

  beforeAll(async () => {
    scenario = await RepliesScenario.start();
  });

  afterAll(() => scenario.close());

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
      for (const caller of [scenario.anyone, scenario.anyone.as(other)]) {
        expect(failure(await caller.get('chatbot.reply', { messageId }))).toEqual({
          status: 404,
          ...missing,
        });
      }
      expect((await own.end()).text.trim()).toBe(TEXT);
      for (const caller of [scenario.anyone, scenario.anyone.as(other)]) {
        expect(failure(await caller.get('chatbot.reply', { messageId }))).toEqual({
          status: 404,
          ...missing,
        });
      }
      expect(events(await scenario.anyone.as(owner).get('chatbot.reply', { messageId }))).toHaveLength(2);
    });

    it('returns 401 for an invalid session', async () => {
      scenario.model.behave(completes('Rest.'));
      const owner = await scenario.platform.session({ role: 'user' });
      const { messageId } = await send(scenario.anyone.as(owner), QUESTION);
      const response = await scenario.anyone
        .as(`session=${'A'.repeat(43)}`)
        .get('chatbot.reply', { messageId });
      expect(failure(response)).toMatchObject({ status: 401 });
    });
  });

  it('of an anonymous caller is allowed for every caller with its id', async () => {
    scenario.model.behave(completes('Rest.'));
    const { messageId } = await send(scenario.anyone, QUESTION);
    const account = scenario.anyone.as(await scenario.platform.session({ role: 'user' }));
    expect(events(await account.get('chatbot.reply', { messageId }))).toHaveLength(2);
    expect(
      events(await scenario.anyone.post('chatbot.reply', { messageId: messageId.toUpperCase() })),
    ).toHaveLength(2);
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
    const owner = scenario.anyone.as(await scenario.platform.session({ role: 'user' }));
    const { conversationId } = await start(owner, QUESTION);
    expect(
      failure(await scenario.anyone.post('chatbot.startReply', { ...QUESTION, conversationId })),
    ).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'conversationId: no such conversation',
    });
    payload(await owner.post('chatbot.startReply', { ...QUESTION, conversationId }));
  });
});
