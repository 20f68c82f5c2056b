import { setTimeout as wait } from 'node:timers/promises';
import { completes, staysSilent, streams } from '../../../support/model-server';
import { events, failure } from '../../../support/plain-caller';
import { send, start } from './conversation';
import { RepliesScenario } from './replies-scenario';

const WORDS = Array.from({ length: 12 }, (_, index) => `word${index} `);
const TEXT = WORDS.join('').trim();
const QUESTION = { message: 'Which doctor should I see about a skin rash?' };

describe('chatbot.reply', () => {
  const scenario = RepliesScenario.suite({ CHATBOT_DEADLINE_MS: '5000' });

  it('streams the pieces as the model sends them, then the complete reply', async () => {
    scenario.model.behave(streams(WORDS, { between: 50 }));
    const { conversationId, messageId } = await start(scenario.anyone, QUESTION);
    const stream = await (await scenario.read(messageId)).end();
    const deltas = stream.events.filter(({ type }) => type === 'delta');
    expect(deltas.length).toBeGreaterThan(5);
    expect(stream.text.trim()).toBe(TEXT);
    const authorship = { urgency: 'routine', source: 'model', language: 'en' };
    expect(stream.events.at(-1)).toEqual({
      type: 'completed',
      result: { response: stream.text, conversationId, messageId, ...authorship },
    });
    expect(stream.signals).toEqual(['connected', 'return']);
    expect(await scenario.storedReply(messageId)).toMatchObject({
      content: stream.text,
      state: 'completed',
      writing_until: null,
      ...authorship,
    });
  });

  it('forwards a piece within 50 ms after the model sends it', async () => {
    scenario.model.behave(streams(WORDS.slice(0, 2), { first: 300, between: 100 }));
    const delays: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { messageId } = await start(scenario.anyone, QUESTION);
      const stream = await (await scenario.read(messageId)).end();
      const sentAt = scenario.model.requests[index]?.piecesAt[0] ?? 0;
      const receivedAt = stream.blocks.find(({ event }) => event === undefined)?.at ?? Infinity;
      delays.push(receivedAt - sentAt);
    }
    // Only the minimum, because other programs may keep the machine busy.
    expect(Math.min(...delays)).toBeLessThan(50);
  });

  it('returns from startReply at once, with a reply in state writing', async () => {
    scenario.model.behave(staysSilent);
    const startedAt = Date.now();
    const { conversationId, messageId } = await start(scenario.anyone, QUESTION);
    const rows = await scenario.platform.database.query<object[]>(
      'SELECT id, role, content, state, writing_until FROM message WHERE conversation_id = $1 ORDER BY position',
      [conversationId],
    );
    const [id, writing_until] = [expect.any(String) as string, expect.any(Date) as Date];
    expect(rows).toEqual([
      { id, role: 'user', content: QUESTION.message, state: 'completed', writing_until: null },
      { id: messageId, role: 'assistant', content: '', state: 'writing', writing_until },
    ]);
    const until = (await scenario.storedReply(messageId))?.writing_until?.getTime() ?? 0;
    expect(until - startedAt).toBeGreaterThanOrEqual(5_000);
    expect(until - startedAt).toBeLessThan(15_000);
    await scenario.storedEnd(messageId);
  });

  it.each([
    ['input', (id: string) => ({ lastEventId: id })],
    ['header', (id: string) => ({ headers: { 'last-event-id': id } })],
  ])('resumes after a lost connection by the last event id in the %s', async (_where, resumeAt) => {
    scenario.model.behave(streams(WORDS, { between: 60 }));
    const { messageId } = await start(scenario.anyone, QUESTION);
    const lost = await scenario.read(messageId);
    await lost.until(() => lost.text.length > 20);
    lost.cut();
    const lastEventId = lost.lastEventId ?? '';
    expect(Number(lastEventId)).toBe(lost.text.length);
    await wait(150);
    const resumed = await (await scenario.read(messageId, resumeAt(lastEventId))).end();
    const response = lost.text + resumed.text;
    expect(response.trim()).toBe(TEXT);
    expect(resumed.events.at(-1)).toMatchObject({ type: 'completed', result: { response } });
    expect(scenario.model.requests).toHaveLength(1);
  });

  it('resumes with the rest at once if the reply was completed meanwhile', async () => {
    scenario.model.behave(streams(WORDS, { between: 30 }));
    const { messageId } = await start(scenario.anyone, QUESTION);
    const lost = await scenario.read(messageId);
    await lost.until(() => lost.text.length > 10);
    lost.cut();
    const { content } = await scenario.storedEnd(messageId);
    const resumed = await (await scenario.read(messageId, { lastEventId: lost.lastEventId ?? '' })).end();
    expect(resumed.events).toEqual([
      { type: 'delta', text: content.slice(lost.text.length) },
      { type: 'completed', result: expect.objectContaining({ response: content }) as object },
    ]);
    expect(scenario.model.requests).toHaveLength(1);
  });

  it('returns all events to a caller without the tRPC client if the reply is complete', async () => {
    scenario.model.behave(completes('Drink water.'));
    const { messageId, response } = await send(scenario.anyone, QUESTION);
    const [all, completed, ...rest] = events(await scenario.anyone.get('chatbot.reply', { messageId }));
    expect(all).toEqual({ id: String(response.length), data: { type: 'delta', text: response } });
    expect(completed?.data).toMatchObject({ type: 'completed', result: { response, messageId } });
    expect(rest).toEqual([]);
  });

  it('completes at once if the last event id is beyond the end, and returns 400 if it is invalid', async () => {
    scenario.model.behave(completes('Drink water.'));
    const { messageId, response } = await send(scenario.anyone, QUESTION);
    const ahead = await (await scenario.read(messageId, { lastEventId: '99999' })).end();
    const result = expect.objectContaining({ response }) as object;
    expect(ahead.events).toEqual([{ type: 'completed', result }]);
    const empty = await (await scenario.read(messageId, { lastEventId: '' })).end();
    expect(empty.text).toBe(response);
    for (const lastEventId of ['-1', '1.5', 'abc', '9'.repeat(30), ' 1']) {
      expect(failure(await scenario.anyone.get('chatbot.reply', { messageId, lastEventId }))).toEqual({
        status: 400,
        code: 'BAD_REQUEST',
        message: 'lastEventId: expected the id of an event of this reply, or none',
      });
    }
  });

  it('never splits a character, wherever the model splits its text', async () => {
    const pieces = ['Rest \ud83e', '\udd12 and drink ', '\ud83e', '\udd27.\0 \ude00', 'x\ud83d'];
    scenario.model.behave(streams(pieces, { between: 40 }));
    const { messageId } = await start(scenario.anyone, QUESTION);
    const stream = await (await scenario.read(messageId)).end();
    const expected = 'Rest 🤒 and drink 🤧. \ufffdx\ufffd';
    expect(stream.text).toBe(expected);
    for (const event of stream.events) expect(JSON.stringify(event)).not.toMatch(/\\ud[89a-f]/);
    expect((await scenario.storedReply(messageId))?.content).toBe(expected);
    expect(Number(stream.lastEventId)).toBe(expected.length);
  });

  it('streams the same reply to two readers, each from its own position', async () => {
    scenario.model.behave(streams(WORDS, { between: 40 }));
    const { messageId } = await start(scenario.anyone, QUESTION);
    const first = await scenario.read(messageId);
    await first.until(() => first.text.length > 20);
    const second = await scenario.read(messageId);
    await Promise.all([first.end(), second.end()]);
    expect(first.text.trim()).toBe(TEXT);
    expect(second.text).toBe(first.text);
    expect(scenario.model.requests).toHaveLength(1);
  });

  it('does not delay a reader because of another one that is paused', async () => {
    const long = Array.from({ length: 60 }, () => 'lorem ipsum '.repeat(400));
    scenario.model.behave(streams(long, { between: 10 }));
    const { messageId } = await start(scenario.anyone, QUESTION);
    const slow = await scenario.read(messageId);
    slow.pause();
    const quick = await (await scenario.read(messageId)).end();
    expect(quick.events.at(-1)?.type).toBe('completed');
    slow.resume();
    await slow.end();
    expect(slow.text).toBe(quick.text);
  });

  it('has headers against caching, buffering and compression', async () => {
    scenario.model.behave(completes('Rest.'));
    const { messageId } = await send(scenario.anyone, QUESTION);
    const stream = await (await scenario.read(messageId)).end();
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.headers['content-length']).toBeUndefined();
  });

  it('ends, with the request to the model, if the conversation is deleted', async () => {
    scenario.model.behave(streams(WORDS, { between: 300 }));
    const { conversationId, messageId } = await start(scenario.anyone, QUESTION);
    const stream = await scenario.read(messageId);
    await stream.until(() => stream.text.length > 0);
    await scenario.platform.database.query('DELETE FROM conversation WHERE id = $1', [conversationId]);
    await stream.end();
    const message = 'The conversation was deleted';
    expect(stream.events.at(-1)).toEqual({ type: 'failed', code: 'NOT_FOUND', message });
    await stream.until(() => scenario.model.requests[0]?.abandoned === true);
  });
});
