import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { MAX_UNANSWERED } from '../../../src/platform/http/unanswered-requests';
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

  it('are refused above that, with the headers of all responses, and the connection closes', async () => {
    const answers = await sendTogether(40);
    expect(statusesIn(answers)).toEqual([...Array<number>(32).fill(200), 429]);
    const refusal = answers.slice(answers.lastIndexOf('HTTP/1.1 '));
    expect(refusal).toMatch(/retry-after: 1/i);
    expect(refusal).toMatch(/connection: close/i);
    expect(refusal).toMatch(/^x-request-id: [-\w]{36}\r$/m);
    expect(refusal).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
  });

  it('are cut off if they are many more, while another connection is served', async () => {
    let parsed = 0;
    const count = (): void => void (parsed += 1);
    platform.server.on('request', count);
    const flood = sendTogether(30_000).catch(() => '');
    const other = await sendRequest(origin, { method: 'GET', path: '/livez' });
    expect(other.status).toBe(200);
    expect(statusesIn(await flood).filter((status) => status !== 200 && status !== 429)).toEqual([]);
    platform.server.off('request', count);
    // Those that are answered, and the one of the other connection.
    expect(parsed).toBe(MAX_UNANSWERED + 2);
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

  it('leave one line in the log if they were refused', async () => {
    await platform.app.close();
    const lines = platform.logLines.filter((line) => line.includes('"pipelined requests"'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ network: '127.0.0.1', count: 2 }),
    ]);
  });
});
