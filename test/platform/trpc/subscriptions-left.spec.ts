import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { start } from '../../modules/chatbot/replies/conversation';
import { ReplyStream } from '../../modules/chatbot/replies/reply-stream';
import { ModelServer, streams } from '../../support/model-server';
import { type Platform, startPlatform } from '../../support/platform';
import { PlainCaller } from '../../support/plain-caller';

const MOST_STREAMS = 3;

describe('a subscription whose reader leaves while it is looked up', () => {
  let model: ModelServer;
  let platform: Platform;
  let origin: string;

  beforeAll(async () => {
    model = await ModelServer.start();
    platform = await startPlatform({
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      STREAMS_PER_ADDRESS: String(MOST_STREAMS),
    });
    origin = await platform.listen();
  });

  afterAll(async () => {
    await platform.close();
    await model.close();
  });

  function ask(messageId: string): ClientRequest {
    const input = encodeURIComponent(JSON.stringify({ json: { messageId } }));
    const asked = request(`${origin}/api/trpc/chatbot.reply?input=${input}`, { agent: false });
    asked.on('error', () => undefined);
    return asked.end();
  }

  it('keeps no place from those who come after, also where the reply is silent for long', async () => {
    model.behave(streams(['Rest.'], { first: 6_000 }));
    const { messageId } = await start(new PlainCaller(origin), { message: 'I cough' });
    const holder = platform.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE message IN ACCESS EXCLUSIVE MODE');
    const left = Array.from({ length: MOST_STREAMS }, () => ask(messageId));
    await wait(500);
    for (const asked of left) asked.destroy();
    await wait(200);
    await holder.rollbackTransaction();
    await holder.release();
    await wait(300);
    const open = Array.from({ length: MOST_STREAMS }, () => ReplyStream.open(origin, { messageId }));
    for (const reader of await Promise.all(open)) {
      expect((await reader.end()).text).toBe('Rest.');
    }
  });
});
