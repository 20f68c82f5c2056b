import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { suitePlatform } from '../../support/platform';
import { sendRequest } from '../../support/raw-request';

const REQUEST = 'GET /api/trpc/specialties.list HTTP/1.1\r\nHost: a\r\n\r\n';

describe('requests that a connection sends before it has responses', () => {
  const platform = suitePlatform();
  let origin = '';
  beforeAll(async () => (origin = await platform.listen()));

  const sendTogether = async (count: number, ending = ''): Promise<string> => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.write(REQUEST.repeat(count) + ending);
    return text(socket);
  };
  const statusesIn = (answers: string) =>
    [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

  it('are answered, as many as are allowed', async () => {
    const closing = REQUEST.replace('Host: a', 'Host: a\r\nConnection: close');
    expect(statusesIn(await sendTogether(31, closing))).toEqual(Array(32).fill(200));
  });

  it('are refused above that, and the connection closes, while another one is served', async () => {
    const flood = sendTogether(3_000);
    const other = await sendRequest(origin, { method: 'GET', path: '/livez' });
    const answers = await flood;
    expect(other.status).toBe(200);
    expect(statusesIn(answers)).toEqual([...Array<number>(32).fill(200), 429]);
    expect(answers).toMatch(/retry-after: 1/i);
    expect(answers).toMatch(/connection: close/i);
  });

  it('are counted until they are answered only', async () => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    for (let round = 0; round < 4; round += 1) {
      socket.write(REQUEST.repeat(30));
      let received = '';
      await new Promise<void>((resolve) => {
        socket.on('data', (chunk: Buffer) => {
          received += chunk.toString();
          if (statusesIn(received).length === 30) resolve();
        });
      });
      socket.removeAllListeners('data');
      expect(new Set(statusesIn(received))).toEqual(new Set([200]));
    }
    socket.destroy();
  });
});
