import { type OpenReply, ReplyStore } from '../../src/modules/chatbot/replies/reply.store';
import { ENVIRONMENT } from '../../src/platform/config/config.module';
import type { Environment } from '../../src/platform/config/environment';
import { Database } from '../../src/platform/database/database';
import { RepliesScenario } from '../modules/chatbot/replies/replies-scenario';
import { type Behaviour, type ModelServer, after, completes } from '../support/model-server';
import type { Platform } from '../support/platform';
import type { PlainCaller } from '../support/plain-caller';
import { sendMessage } from './messages';

function requireOpen(reply: OpenReply | undefined): OpenReply {
  if (!reply) throw new Error('there is no such conversation');
  return reply;
}

/** Responds with the role and last line of the last turn. */
const echoes: Behaviour = (response, request) => {
  const last = request.body.messages.at(-1);
  const lastLine = last?.content.split('\n').at(-1);
  return completes(`to the ${last?.role}’s ${lastLine}`)(response, request);
};

describe('concurrent chatbot.sendMessage calls in one conversation', () => {
  let scenario: RepliesScenario;
  let model: ModelServer;
  let platform: Platform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    scenario = await RepliesScenario.start({ CHATBOT_ANONYMOUS_CONCURRENCY: '10000' });
    ({ model, platform, anyone } = scenario);
  });

  afterAll(() => scenario.close());

  it('return to each message its own reply, even if the first is slow', async () => {
    model.behave(echoes);
    const { conversationId } = await sendMessage(anyone, 'question');
    for (const count of [2, 8, 8]) {
      model.behave(after(200, echoes), echoes);
      const questions = Array.from({ length: count }, (_, index) => `question ${index} of ${count}`);
      const replies = await Promise.all(
        questions.map((question) => sendMessage(anyone, question, conversationId)),
      );
      expect(replies.map(({ response }) => response)).toEqual(
        questions.map((question) => `to the user’s ${question}`),
      );
    }
  });

  it('store each reply right after its message', async () => {
    model.behave(after(200, echoes), echoes);
    const { conversationId } = await sendMessage(anyone, 'question');
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => sendMessage(anyone, `question ${index}`, conversationId)),
    );
    const messages = await platform.database.query<{ role: string; content: string }[]>(
      'SELECT role, content FROM message WHERE conversation_id = $1 ORDER BY position',
      [conversationId],
    );
    expect(messages).toHaveLength(18);
    for (const [index, { role, content }] of messages.entries()) {
      if (role === 'user') expect(messages[index + 1]?.content).toBe(`to the user’s ${content}`);
    }
  });

  it('send the model the turns up to the message and none after it', async () => {
    const replies = platform.app.get(ReplyStore);
    const first = requireOpen(
      await replies.storeQuestion('First', { conversationId: null, accountId: null }),
    );
    const { conversationId } = first;
    const second = requireOpen(await replies.storeQuestion('Second', { conversationId, accountId: null }));
    const turnsOf = async (reply: OpenReply, question: string, count: number) => {
      const environment = { ...platform.app.get<Environment>(ENVIRONMENT), CHATBOT_HISTORY_MESSAGES: count };
      const store = new ReplyStore(platform.app.get(Database), environment);
      return (await store.findContext(reply, question)).turns;
    };
    const firstTurn = { role: 'user', content: 'First' };
    const secondTurn = { role: 'user', content: 'Second' };
    expect(await turnsOf(first, 'First', 9)).toEqual([firstTurn]);
    expect(await turnsOf(second, 'Second', 9)).toEqual([firstTurn, secondTurn]);
    const reply = { content: 'To the first', urgency: 'routine', language: 'en' } as const;
    await replies.saveDraft(first, reply);
    expect(await turnsOf(second, 'Second', 9)).toEqual([firstTurn, secondTurn]);
    await replies.complete(first, reply, { source: 'offline', model: 'none', promptVersion: null });
    const withReply = [firstTurn, { role: 'assistant', content: 'To the first' }, secondTurn];
    expect(await turnsOf(second, 'Second', 9)).toEqual(withReply);
    expect(await turnsOf(second, 'Second', 2)).toEqual(withReply.slice(1));
    expect(await turnsOf(first, 'First', 9)).toEqual([firstTurn]);
  });
});
