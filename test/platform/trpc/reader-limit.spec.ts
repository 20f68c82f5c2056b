import { setTimeout as wait } from 'node:timers/promises';
import { start } from '../../modules/chatbot/replies/conversation';
import { ReplyStream } from '../../modules/chatbot/replies/reply-stream';
import { ModelServer, streams } from '../../support/model-server';
import { suitePlatform } from '../../support/platform';
import { PlainCaller } from '../../support/plain-caller';

const MAX_READERS = 10;

describe('a reply with the maximum number of readers', () => {
  let model: ModelServer;
  const platform = suitePlatform(async () => {
    model = await ModelServer.start();
    return { CHATBOT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl };
  });

  afterAll(() => model.close());

  it('accepts another reader, and ends the first stream with 429 and a retry time', async () => {
    const origin = await platform.listen();
    model.behave(streams(['Rest.'], { first: 4_000 }));
    const { messageId } = await start(new PlainCaller(origin), { message: 'I cough' });
    const first = await ReplyStream.open(origin, { messageId });
    await wait(200);
    const others = Array.from({ length: MAX_READERS }, () => ReplyStream.open(origin, { messageId }));
    await first.end();
    expect(first.failure).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many are reading this reply; try again in 5 seconds',
    });
    expect(first.blocks.at(-1)).toMatchObject({ event: 'serialized-error', retry: '5000' });
    for (const reader of await Promise.all(others)) expect((await reader.end()).text).toBe('Rest.');
  });
});
