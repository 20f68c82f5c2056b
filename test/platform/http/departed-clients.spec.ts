import { once } from 'node:events';
import { connect } from 'node:net';
import { suitePlatform } from '../../support/platform';
import { until } from '../../support/until';

const CLIENTS = 20;
const BODY = JSON.stringify({ 0: { json: { message: 'I cough' } } });
const MESSAGE = [
  'POST /api/trpc/chatbot.sendMessage?batch=1 HTTP/1.1',
  'Host: a',
  'Content-Type: application/json',
  `Content-Length: ${BODY.length}`,
  '',
  BODY,
].join('\r\n');

describe('a client that closes its connection behind its first request', () => {
  const platform = suitePlatform();

  it('leaves no work', async () => {
    const { hostname, port } = new URL(await platform.listen());
    let received = 0;
    let closed = 0;
    platform.server.on('request', (_request, response) => {
      received += 1;
      response.on('close', () => (closed += 1));
    });
    for (let client = 0; client < CLIENTS; client += 1) {
      const socket = connect(Number(port), hostname);
      socket.write(MESSAGE, () => socket.destroy());
      await once(socket, 'close');
    }
    await until('each request is gone', () => Promise.resolve(received === CLIENTS && closed === CLIENTS));
    expect(await platform.database.query('SELECT FROM message')).toEqual([]);
  });
});
