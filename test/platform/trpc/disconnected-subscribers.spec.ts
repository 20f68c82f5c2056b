import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { start } from '../../modules/chatbot/replies/conversation';
import { ReplyStream } from '../../modules/chatbot/replies/reply-stream';
import { ModelServer, streams } from '../../support/model-server';
import { suitePlatform } from '../../support/platform';
import { PlainCaller } from '../../support/plain-caller';

const MAX_STREAMS = 3;

describe('a subscription whose client disconnects during the lookup', () => {
  let model: ModelServer;
  const platform = suitePlatform(async () => {
    model = await ModelServer.start();
    const assistant = { CHATBOT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl };
    return { ...assistant, STREAMS_PER_ADDRESS: String(MAX_STREAMS) };
  });

  afterAll(() => model.close());

  function subscribe(origin: string, messageId: string): ClientRequest {
    const input = encodeURIComponent(JSON.stringify({ json: { messageId } }));
    const sent = request(`${origin}/api/trpc/chatbot.reply?input=${input}`, { agent: false });
    sent.on('error', () => undefined);
    return sent.end();
  }

  it('releases its slot, even if the reply is silent for seconds', async () => {
    const origin = await platform.listen();
    model.behave(streams(['Rest.'], { first: 6_000 }));
    const { messageId } = await start(new PlainCaller(origin), { message: 'I cough' });
    const holder = platform.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE message IN ACCESS EXCLUSIVE MODE');
    const disconnected = Array.from({ length: MAX_STREAMS }, () => subscribe(origin, messageId));
    await wait(500);
    for (const sent of disconnected) sent.destroy();
    await wait(200);
    await holder.rollbackTransaction();
    await holder.release();
    await wait(300);
    const open = Array.from({ length: MAX_STREAMS }, () => ReplyStream.open(origin, { messageId }));
    for (const reader of await Promise.all(open)) {
      expect((await reader.end()).text).toBe('Rest.');
    }
  });
});
