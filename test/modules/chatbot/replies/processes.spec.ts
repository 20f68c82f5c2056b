import { setTimeout as wait } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { chatbotContract } from '../../../../src/modules/chatbot/chatbot.contract';
import { type TestDatabase, createDatabase } from '../../../support/database';
import { ModelServer, staysSilent, streams } from '../../../support/model-server';
import { PlainCaller, failure, payload } from '../../../support/plain-caller';
import { ServerProcess } from '../../../support/server-process';
import { start, storedEnd, storedReply } from './conversation';
import { ReplyStream } from './reply-stream';

const WORDS = Array.from({ length: 16 }, (_, index) => `word${index} `);
const TEXT = WORDS.join('').trim();
const QUESTION = { message: 'I cough' };
const DEADLINE_MS = 4_000;

describe('a reply with several processes on one database', () => {
  let model: ModelServer;
  let testDatabase: TestDatabase;
  let database: DataSource;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    model = await ModelServer.start();
    testDatabase = await createDatabase();
    database = await new DataSource({ type: 'postgres', url: testDatabase.ownerUrl }).initialize();
  });

  afterEach(() => {
    for (const server of servers.splice(0)) server.kill();
  });

  afterAll(async () => {
    await database.destroy();
    await testDatabase.drop();
    await model.close();
  });

  async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = await ServerProcess.start({
      DATABASE_URL: testDatabase.url,
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      CHATBOT_DEADLINE_MS: String(DEADLINE_MS),
      ...settings,
    });
    servers.push(server);
    return server;
  }

  it('can be read and resumed in another process', async () => {
    const [writer, other] = await Promise.all([startServer(), startServer()]);
    model.behave(streams(WORDS, { between: 150 }));
    const { messageId } = await start(new PlainCaller(writer.origin), QUESTION);
    const follower = await ReplyStream.open(other.origin, { messageId });
    const first = await ReplyStream.open(writer.origin, { messageId });
    await first.until(() => first.text.length > 30);
    first.cut();
    const moved = await ReplyStream.open(other.origin, { messageId, lastEventId: first.lastEventId ?? '' });
    await Promise.all([follower.end(), moved.end()]);
    expect(follower.events.filter(({ type }) => type === 'delta').length).toBeGreaterThan(1);
    expect(follower.text.trim()).toBe(TEXT);
    expect(first.text + moved.text).toBe(follower.text);
    for (const stream of [follower, moved]) {
      expect(stream.events.at(-1)).toMatchObject({ type: 'completed', result: { response: follower.text } });
    }
    expect(model.requests).toHaveLength(1);
    const later = await (await ReplyStream.open(other.origin, { messageId })).end();
    expect(later.text).toBe(follower.text);
  });

  it('fails after its deadline if its process is killed, and its text is stored', async () => {
    const [writer, other] = await Promise.all([startServer(), startServer()]);
    model.behave(streams(WORDS, { between: 400 }));
    const { messageId, conversationId } = await start(new PlainCaller(writer.origin), QUESTION);
    const lost = await ReplyStream.open(writer.origin, { messageId });
    const follower = await ReplyStream.open(other.origin, { messageId });
    await lost.until(() => lost.text.length > 25);
    await follower.until(() => follower.text.length > 0);
    writer.kill();
    await lost.end();
    const resumed = await ReplyStream.open(other.origin, { messageId, lastEventId: lost.lastEventId ?? '' });
    const startedAt = performance.now();
    await Promise.all([follower.end(), resumed.end()]);
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS + 7_000);
    const message = `The assistant could not answer just now. Your message was kept: go on in conversation ${conversationId}.`;
    for (const stream of [follower, resumed]) {
      expect(stream.events.at(-1)).toEqual({ type: 'failed', code: 'INTERNAL_SERVER_ERROR', message });
      expect(stream.signals.at(-1)).toBe('return');
    }
    const stored = await storedReply(database, messageId);
    expect(stored).toMatchObject({ state: 'failed', writing_until: null, content: follower.text });
    expect(follower.text).not.toBe('');
    expect(lost.text.startsWith(follower.text)).toBe(true);
    expect(model.requests).toHaveLength(1);
  });

  it('is completed and streamed to its end before the process stops', async () => {
    const writer = await startServer({ LOG_LEVEL: 'warn' });
    model.behave(streams(WORDS, { between: 100 }));
    const caller = new PlainCaller(writer.origin);
    const read = await start(caller, QUESTION);
    const unread = await start(caller, QUESTION);
    const sent = caller.post('chatbot.sendMessage', QUESTION);
    const stream = await ReplyStream.open(writer.origin, { messageId: read.messageId });
    await stream.until(() => stream.text.length > 10);
    while (model.requests.length < 3) await wait(10);
    const stopped = writer.stop();
    await stream.end();
    expect(stream.text.trim()).toBe(TEXT);
    expect(chatbotContract.sendMessage.output.parse(payload(await sent)).response.trim()).toBe(TEXT);
    expect((await stopped).stdout).toBe('');
    for (const { messageId } of [read, unread]) {
      expect(await storedReply(database, messageId)).toMatchObject({ state: 'completed' });
      expect((await storedReply(database, messageId))?.content.trim()).toBe(TEXT);
    }
  });

  it('delays the stop of the process by no more than its deadline', async () => {
    const writer = await startServer({ OPENAI_TIMEOUT_MS: '60000' });
    model.behave(staysSilent);
    const { messageId } = await start(new PlainCaller(writer.origin), QUESTION);
    const startedAt = performance.now();
    await writer.stop();
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS + 3_000);
    expect(await storedEnd(database, messageId)).toMatchObject({ state: 'completed', source: 'offline' });
  });

  it('is not found by other callers in any process', async () => {
    const [writer, other] = await Promise.all([startServer(), startServer()]);
    model.behave(streams(WORDS, { between: 100 }));
    const { conversationId, messageId } = await start(new PlainCaller(writer.origin), QUESTION);
    const changeOwner = 'UPDATE conversation SET account_id = gen_random_uuid() WHERE id = $1';
    await database.query(changeOwner, [conversationId]);
    for (const { origin } of [writer, other]) {
      const response = await new PlainCaller(origin).get('chatbot.reply', { messageId });
      expect(failure(response)).toMatchObject({ status: 404, message: 'messageId: no such reply' });
    }
  });
});
