import { z } from 'zod';
import { type OpenReply, ReplyStore } from '../../src/modules/chatbot/replies/reply.store';
import { RepliesScenario } from '../modules/chatbot/replies/replies-scenario';
import { type Behaviour, type ModelServer, after, completes } from '../support/model-server';
import type { Platform } from '../support/platform';
import { type PlainCaller, payload } from '../support/plain-caller';

const answer = z.object({ conversationId: z.string(), response: z.string() });

function opened(reply: OpenReply | undefined): OpenReply {
  if (!reply) throw new Error('there is no such conversation');
  return reply;
}

/** Answers with the end of the last turn it is sent, and with whose turn that is. */
const echoes: Behaviour = (response, request) => {
  const last = request.body.messages.at(-1);
  const asked = last?.content.split('\n').at(-1);
  return completes(`to the ${last?.role}’s ${asked}`)(response, request);
};

describe('chatbot.sendMessage of one conversation, many at once', () => {
  let scenario: RepliesScenario;
  let model: ModelServer;
  let platform: Platform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    scenario = await RepliesScenario.start({ CHATBOT_ANONYMOUS_CONCURRENCY: '10000' });
    ({ model, platform, anyone } = scenario);
  });

  afterAll(() => scenario.close());

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

  it('keeps each reply right after its message, in the order in which they were sent', async () => {
    model.behave(after(200, echoes), echoes);
    const { conversationId } = answer.parse(
      payload(await anyone.post('chatbot.sendMessage', { message: 'question' })),
    );
    await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        anyone.post('chatbot.sendMessage', { message: `question ${place}`, conversationId }),
      ),
    );
    const said = await platform.database.query<{ role: string; content: string }[]>(
      'SELECT role, content FROM message WHERE conversation_id = $1 ORDER BY position',
      [conversationId],
    );
    expect(said).toHaveLength(18);
    for (const [place, { role, content }] of said.entries()) {
      if (role === 'user') expect(said[place + 1]?.content).toBe(`to the user’s ${content}`);
    }
  });

  it('asks for a reply with what was said up to the message, and nothing said after it', async () => {
    const replies = platform.app.get(ReplyStore);
    const first = opened(await replies.storeQuestion('First', { conversationId: null, accountId: null }));
    const { conversationId } = first;
    const second = opened(await replies.storeQuestion('Second', { conversationId, accountId: null }));
    const turnsOf = async (reply: OpenReply, question: string, count: number) =>
      (await replies.findContext(reply, question, count)).turns;
    const firstTurn = { role: 'user', content: 'First' };
    const secondTurn = { role: 'user', content: 'Second' };
    expect(await turnsOf(first, 'First', 9)).toEqual([firstTurn]);
    expect(await turnsOf(second, 'Second', 9)).toEqual([firstTurn, secondTurn]);
    const reply = { content: 'To the first', urgency: 'none', language: 'en' } as const;
    await replies.saveDraft(first, reply);
    expect(await turnsOf(second, 'Second', 9)).toEqual([firstTurn, secondTurn]);
    await replies.complete(first, reply, { source: 'offline', model: 'none', promptVersion: null });
    const answered = [firstTurn, { role: 'assistant', content: 'To the first' }, secondTurn];
    expect(await turnsOf(second, 'Second', 9)).toEqual(answered);
    expect(await turnsOf(second, 'Second', 2)).toEqual(answered.slice(1));
    expect(await turnsOf(first, 'First', 9)).toEqual([firstTurn]);
  });
});
