import { z } from 'zod';
import { ConversationStore } from '../../src/chatbot/conversations/conversation.store';
import { type Behaviour, ModelServer, after, completes } from '../support/model-server';
import { type Platform, startPlatform } from '../support/platform';
import { PlainCaller, payload } from '../support/plain-caller';

const answer = z.object({ conversationId: z.string(), response: z.string() });

/** Answers with the end of the last turn it is sent, and with whose turn that is. */
const echoes: Behaviour = (response, request) => {
  const last = request.body.messages.at(-1);
  const asked = last?.content.split('\n').at(-1);
  return completes(`to the ${last?.role}’s ${asked}`)(response, request);
};

describe('chatbot.sendMessage of one conversation, many at once', () => {
  let model: ModelServer;
  let platform: Platform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    model = await ModelServer.start();
    platform = await startPlatform({ CHATBOT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl });
    anyone = new PlainCaller(await platform.listen());
  });

  afterAll(async () => {
    await platform.close();
    await model.close();
  });

  it('answers each message with its own reply, however slow the first', async () => {
    model.behave(echoes);
    const send = async (message: string, conversationId?: string) =>
      answer.parse(payload(await anyone.post('chatbot.sendMessage', { message, conversationId })));
    const { conversationId } = await send('question');
    for (const together of [2, 8, 8]) {
      model.behave(after(200, echoes), echoes);
      const questions = Array.from({ length: together }, (_, place) => `question ${place} of ${together}`);
      const replies = await Promise.all(questions.map((question) => send(question, conversationId)));
      expect(replies.map(({ response }) => response)).toEqual(
        questions.map((question) => `to the user’s ${question}`),
      );
    }
  });

  it('asks for a reply with what was said up to the message, and nothing said after it', async () => {
    const store = platform.app.get(ConversationStore);
    const conversationId = await store.begin(null);
    const first = await store.addMessage(conversationId, 'First');
    const second = await store.addMessage(conversationId, 'Second');
    await store.addReply(conversationId, { text: 'To the first', source: 'offline', model: 'none' });
    expect(await store.lastTurns(conversationId, { upTo: first, count: 9 })).toEqual([
      { role: 'user', content: 'First' },
    ]);
    expect(await store.lastTurns(conversationId, { upTo: second, count: 9 })).toEqual([
      { role: 'user', content: 'First' },
      { role: 'user', content: 'Second' },
    ]);
    expect(await store.lastTurns(conversationId, { upTo: second, count: 1 })).toEqual([
      { role: 'user', content: 'Second' },
    ]);
  });
});
