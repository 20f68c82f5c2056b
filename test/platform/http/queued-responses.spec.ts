import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { BeginQueue } from '../../../src/platform/http/begin-queue';
import { start } from '../../modules/chatbot/replies/conversation';
import { ReplyStream } from '../../modules/chatbot/replies/reply-stream';
import { ModelServer, streams } from '../../support/model-server';
import { type Platform, startPlatform } from '../../support/platform';
import { PlainCaller } from '../../support/plain-caller';
import { until } from '../../support/until';

const MAX_STREAMS = 3;
/** Less than the time for which a closing server waits for requests that run. */
const CLOSE_WITHIN_MS = 20_000;

const countConnections = ({ server }: Platform): Promise<number> =>
  promisify(server.getConnections.bind(server))();

describe('a client that disconnects while requests of its connection wait for their responses', () => {
  let model: ModelServer;
  let platform: Platform;
  let origin: string;

  beforeEach(async () => {
    model = await ModelServer.start();
    platform = await startPlatform({
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      STREAMS_PER_ADDRESS: String(MAX_STREAMS),
    });
    origin = await platform.listen();
  });

  afterEach(async () => {
    await platform.close();
    await model.close();
  });

  const startSilentReply = async (): Promise<string> => {
    model.behave(streams(['Rest.'], { first: 3_000 }));
    return (await start(new PlainCaller(origin), { message: 'I cough' })).messageId;
  };

  /** Opens a subscription, and returns whether it got a slot. */
  async function hasSlot(messageId: string): Promise<boolean> {
    const reader = await ReplyStream.open(origin, { messageId });
    await reader.until(() => reader.signals.length > 1 || reader.events.length > 0);
    reader.cut();
    return !reader.signals.includes('serialized-error');
  }

  /** Opens subscriptions that take all slots, each with another one behind it on its connection, and disconnects. */
  async function disconnectWithQueue(): Promise<void> {
    const input = encodeURIComponent(JSON.stringify({ json: { messageId: await startSilentReply() } }));
    const request = `GET /api/trpc/chatbot.reply?input=${input} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const sockets = Array.from({ length: MAX_STREAMS }, () =>
      connect(Number(new URL(origin).port), '127.0.0.1'),
    );
    for (const socket of sockets) socket.write(request.repeat(2));
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    const { messageId } = await start(new PlainCaller(origin), { message: 'I cough' });
    await until('all slots are taken', async () => !(await hasSlot(messageId)));
    for (const socket of sockets) socket.destroy();
  }

  it('releases the slots of its subscriptions', async () => {
    await disconnectWithQueue();
    await until('all subscriptions of the limit are open at once', async () => {
      const messageId = await startSilentReply();
      const slots = await Promise.all(Array.from({ length: MAX_STREAMS }, () => hasSlot(messageId)));
      return slots.every(Boolean);
    });
  });

  it('leaves no requests in the queue of those that begin', async () => {
    const add = jest.spyOn(BeginQueue.prototype, 'add');
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const input = encodeURIComponent(JSON.stringify({ json: { messageId: await startSilentReply() } }));
    const request = `GET /api/trpc/chatbot.reply?input=${input} HTTP/1.1\r\nHost: a\r\n\r\n`;
    socket.write(request.repeat(20));
    await once(socket, 'data');
    socket.destroy();
    await until('the server has noticed', () => countConnections(platform).then((count) => count === 0));
    expect(add).not.toHaveBeenCalled();
    add.mockRestore();
  });

  it('does not delay the end of the process, although another connection is open', async () => {
    await disconnectWithQueue();
    const other = connect(Number(new URL(origin).port), '127.0.0.1');
    await once(other, 'connect');
    const startedAt = performance.now();
    await platform.app.close();
    expect(performance.now() - startedAt).toBeLessThan(CLOSE_WITHIN_MS);
  });
});
