import { ModelServer, completes, streams } from '../support/model-server';
import { type Platform, startPlatform } from '../support/platform';
import { PlainCaller, events, failure, payload } from '../support/plain-caller';
import { send, start } from './conversation';
import { ReplyStream } from './reply-stream';

const WORDS = Array.from({ length: 12 }, (_, place) => `word${place} `);
const TEXT = WORDS.join('').trim();
const QUESTION = { message: 'Which doctor should I see about a skin rash?' };

describe('who may read a reply:', () => {
  let model: ModelServer;
  let platform: Platform;
  let origin: string;
  let anyone: PlainCaller;

  beforeAll(async () => {
    model = await ModelServer.start();
    platform = await startPlatform({
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      CHATBOT_ANONYMOUS_PER_MINUTE: '100000',
    });
    origin = await platform.listen();
    anyone = new PlainCaller(origin);
  });

  afterAll(async () => {
    await platform.close();
    await model.close();
  });

  const read = (messageId: string, headers: Readonly<Record<string, string>> = {}) =>
    ReplyStream.open(origin, { messageId, headers });

  describe('of an account', () => {
    it('is read by its owner, and by nobody else', async () => {
      model.behave(streams(WORDS, { between: 50 }));
      const owner = await platform.session({ role: 'user' });
      const other = await platform.session({ role: 'admin' });
      const { messageId } = await start(anyone.as(owner), QUESTION);
      const own = await read(messageId, { cookie: owner });
      const missing = { code: 'NOT_FOUND', message: 'messageId: no such reply' };
      for (const headers of [undefined, { cookie: other }]) {
        const denied = await (await read(messageId, headers)).end();
        expect(denied.failure).toEqual(missing);
        expect(denied.events).toEqual([]);
      }
      for (const caller of [anyone, anyone.as(other)]) {
        expect(failure(await caller.get('chatbot.reply', { messageId }))).toEqual({
          status: 404,
          ...missing,
        });
      }
      expect((await own.end()).text.trim()).toBe(TEXT);
      for (const caller of [anyone, anyone.as(other)]) {
        expect(failure(await caller.get('chatbot.reply', { messageId }))).toEqual({
          status: 404,
          ...missing,
        });
      }
      expect(events(await anyone.as(owner).get('chatbot.reply', { messageId }))).toHaveLength(2);
    });

    it('refuses a session that is not valid', async () => {
      model.behave(completes('Rest.'));
      const owner = await platform.session({ role: 'user' });
      const { messageId } = await send(anyone.as(owner), QUESTION);
      const response = await anyone.as(`session=${'A'.repeat(43)}`).get('chatbot.reply', { messageId });
      expect(failure(response)).toMatchObject({ status: 401 });
    });
  });

  it('of a stranger belongs to whoever holds its id, signed in or not', async () => {
    model.behave(completes('Rest.'));
    const { messageId } = await send(anyone, QUESTION);
    const account = anyone.as(await platform.session({ role: 'user' }));
    expect(events(await account.get('chatbot.reply', { messageId }))).toHaveLength(2);
    expect(events(await anyone.post('chatbot.reply', { messageId: messageId.toUpperCase() }))).toHaveLength(
      2,
    );
  });

  it('is not found under the id of a person’s message, or of nothing', async () => {
    model.behave(completes('Rest.'));
    const { conversationId } = await send(anyone, QUESTION);
    const [asked] = await platform.database.query<{ id: string }[]>(
      `SELECT id FROM message WHERE conversation_id = $1 AND role = 'user'`,
      [conversationId],
    );
    for (const messageId of [asked?.id, conversationId, 'reply-1', '', '\ud800']) {
      const response = await anyone.get('chatbot.reply', { messageId });
      expect(failure(response)).toMatchObject({ status: 404, message: 'messageId: no such reply' });
    }
  });

  it('answers startReply as documented for a conversation of somebody else', async () => {
    model.behave(completes('Rest.'));
    const own = anyone.as(await platform.session({ role: 'user' }));
    const { conversationId } = await start(own, QUESTION);
    expect(failure(await anyone.post('chatbot.startReply', { ...QUESTION, conversationId }))).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'conversationId: no such conversation',
    });
    payload(await own.post('chatbot.startReply', { ...QUESTION, conversationId }));
  });
});
