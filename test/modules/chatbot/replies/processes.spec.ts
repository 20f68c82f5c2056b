import { setTimeout as wait } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { chatbotContract } from '../../../../src/modules/chatbot/chatbot.contract';
import { type TestDatabase, createDatabase } from '../../../support/database';
import { ModelServer, staysSilent, streams } from '../../../support/model-server';
import { PlainCaller, failure, payload } from '../../../support/plain-caller';
import { ServerProcess } from '../../../support/server-process';
import { start, storedEnd, storedReply } from './conversation';
import { ReplyStream } from './reply-stream';

const WORDS = Array.from({ length: 16 }, (_, place) => `word${place} `);
const TEXT = WORDS.join('').trim();
const QUESTION = { message: 'I cough' };
const DEADLINE_MS = 4_000;

describe('a reply and several processes on one database', () => {
  let model: ModelServer;
  let own: TestDatabase;
  let database: DataSource;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    model = await ModelServer.start();
    own = await createDatabase();
    database = await new DataSource({ type: 'postgres', url: own.url }).initialize();
  });

  afterEach(() => {
    for (const server of servers.splice(0)) server.kill();
  });

  afterAll(async () => {
    await database.destroy();
    await own.drop();
    await model.close();
  });

  async function serve(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = await ServerProcess.start({
      DATABASE_URL: own.url,
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      CHATBOT_DEADLINE_MS: String(DEADLINE_MS),
      ...settings,
    });
    servers.push(server);
    return server;
  }

  it('is read along in another process, and goes on there when the connection moves', async () => {
    const [writer, other] = await Promise.all([serve(), serve()]);
    model.behave(streams(WORDS, { between: 150 }));
    const { messageId } = await start(new PlainCaller(writer.origin), QUESTION);
    const along = await ReplyStream.open(other.origin, { messageId });
    const first = await ReplyStream.open(writer.origin, { messageId });
    await first.until(() => first.text.length > 30);
    first.cut();
    const moved = await ReplyStream.open(other.origin, { messageId, lastEventId: first.lastEventId ?? '' });
    await Promise.all([along.end(), moved.end()]);
    expect(along.events.filter(({ type }) => type === 'delta').length).toBeGreaterThan(1);
    expect(along.text.trim()).toBe(TEXT);
    expect(first.text + moved.text).toBe(along.text);
    for (const stream of [along, moved]) {
      expect(stream.events.at(-1)).toMatchObject({ type: 'completed', result: { response: along.text } });
    }
    expect(model.requests).toHaveLength(1);
    const later = await (await ReplyStream.open(other.origin, { messageId })).end();
    expect(later.text).toBe(along.text);
  });

  it('is failed for everybody once its process was killed and its time is over, and the text so far is kept', async () => {
    const [writer, other] = await Promise.all([serve(), serve()]);
    model.behave(streams(WORDS, { between: 400 }));
    const { messageId, conversationId } = await start(new PlainCaller(writer.origin), QUESTION);
    const lost = await ReplyStream.open(writer.origin, { messageId });
    const along = await ReplyStream.open(other.origin, { messageId });
    await lost.until(() => lost.text.length > 25);
    await along.until(() => along.text.length > 0);
    writer.kill();
    await lost.end();
    const resumed = await ReplyStream.open(other.origin, { messageId, lastEventId: lost.lastEventId ?? '' });
    const gaveUpAt = performance.now();
    await Promise.all([along.end(), resumed.end()]);
    expect(performance.now() - gaveUpAt).toBeLessThan(DEADLINE_MS + 7_000);
    const message = `The assistant could not answer just now. Your message was kept: go on in conversation ${conversationId}.`;
    for (const stream of [along, resumed]) {
      expect(stream.events.at(-1)).toEqual({ type: 'failed', code: 'INTERNAL_SERVER_ERROR', message });
      expect(stream.signals.at(-1)).toBe('return');
    }
    const kept = await storedReply(database, messageId);
    expect(kept).toMatchObject({ state: 'failed', writing_until: null, content: along.text });
    expect(along.text).not.toBe('');
    expect(lost.text.startsWith(along.text)).toBe(true);
    expect(model.requests).toHaveLength(1);
  });

  it('is written to its end before a process ends that was told to, while its reader goes on reading', async () => {
    const writer = await serve({ LOG_LEVEL: 'warn' });
    model.behave(streams(WORDS, { between: 100 }));
    const caller = new PlainCaller(writer.origin);
    const read = await start(caller, QUESTION);
    const unread = await start(caller, QUESTION);
    const sent = caller.post('chatbot.sendMessage', QUESTION);
    const stream = await ReplyStream.open(writer.origin, { messageId: read.messageId });
    await stream.until(() => stream.text.length > 10);
    while (model.requests.length < 3) await wait(10);
    const ending = writer.stop();
    await stream.end();
    expect(stream.text.trim()).toBe(TEXT);
    expect(chatbotContract.sendMessage.output.parse(payload(await sent)).response.trim()).toBe(TEXT);
    expect((await ending).stdout).toBe('');
    for (const { messageId } of [read, unread]) {
      expect(await storedReply(database, messageId)).toMatchObject({ state: 'completed' });
      expect((await storedReply(database, messageId))?.content.trim()).toBe(TEXT);
    }
  });

  it('is bound by its deadline where a process is told to end and the model says nothing', async () => {
    const writer = await serve({ OPENAI_TIMEOUT_MS: '60000' });
    model.behave(staysSilent);
    const { messageId } = await start(new PlainCaller(writer.origin), QUESTION);
    const begun = performance.now();
    await writer.stop();
    expect(performance.now() - begun).toBeLessThan(DEADLINE_MS + 3_000);
    expect(await storedEnd(database, messageId)).toMatchObject({ state: 'completed', source: 'offline' });
  });

  it('is denied in every process to those whose it is not', async () => {
    const [writer, other] = await Promise.all([serve(), serve()]);
    model.behave(streams(WORDS, { between: 100 }));
    const { conversationId, messageId } = await start(new PlainCaller(writer.origin), QUESTION);
    await database.query('UPDATE conversation SET account_id = gen_random_uuid() WHERE id = $1', [
      conversationId,
    ]);
    for (const { origin } of [writer, other]) {
      const response = await new PlainCaller(origin).get('chatbot.reply', { messageId });
      expect(failure(response)).toMatchObject({ status: 404, message: 'messageId: no such reply' });
    }
  });
});
