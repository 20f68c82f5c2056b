import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { MAX_HEADERS } from '../../../src/platform/http/refused-headers';
import { suitePlatform } from '../../support/platform';

const GET = 'GET /api/trpc/specialties.list HTTP/1.1\r\n';
const WITHOUT_HOST = `${GET}\r\n`;
const EXPECTING = `${GET}Host: a\r\nExpect: x\r\n\r\n`;

/** Returns a request with so many headers, of different names. */
const withHeaders = (count: number, last = 'a: b') => {
  const names = Array.from({ length: count - 2 }, (_none, index) => `x${index}:\r\n`);
  return `${GET}Host: a\r\n${names.join('')}${last}\r\n\r\n`;
};

describe('a request whose headers are refused', () => {
  const platform = suitePlatform();
  let origin = '';
  beforeAll(async () => (origin = await platform.listen()));

  const send = (bytes: string): Promise<string> => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write(bytes);
    return text(socket);
  };
  const statusesIn = (answers: string) =>
    [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

  const refused = [
    ['it has no Host', WITHOUT_HOST, 400],
    ['it has two Hosts', `${GET}Host: a\r\nhost: a\r\n\r\n`, 400],
    ['it has an unknown expectation', EXPECTING, 417],
    ['it has too many headers', withHeaders(MAX_HEADERS + 1), 431],
    ['it has thousands of headers', withHeaders(2_400), 431],
  ] as const;

  it.each(refused)('because %s is answered, and its connection closes', async (_case, bytes, status) => {
    const answer = await send(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
    expect(answer).toMatch(/\r\nx-request-id: [-\w]{36}\r\n/i);
  });

  it.each(refused)('because %s is the last one that is read', async (_case, bytes, status) => {
    let parsed = 0;
    const count = (): void => void (parsed += 1);
    platform.server.on('request', count).on('checkExpectation', count);
    const answers = await send(`${GET}Host: a\r\n\r\n${bytes.repeat(500)}`).catch(() => '');
    platform.server.off('request', count).off('checkExpectation', count);
    expect(statusesIn(answers)).toEqual([200, status]);
    expect(parsed).toBe(2);
  });

  it('may have as many headers as are allowed, and all of them are read', async () => {
    const cookie = await platform.session({ role: 'doctor', country: 'KE' });
    const request = withHeaders(MAX_HEADERS, `Cookie: ${cookie}`).replace('specialties.list', 'auth.me');
    expect(await send(request.replace('x0:', 'Connection: close'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is not refused for the expectation 100-continue', async () => {
    const answers = await send(`${GET}Host: a\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`);
    expect(statusesIn(answers)).toEqual([100, 200]);
  });

  it('ends the reading if the connection has had its last request', async () => {
    const { maxRequestsPerSocket, keepAliveTimeout } = platform.server;
    platform.server.maxRequestsPerSocket = 3;
    platform.server.keepAliveTimeout = 100;
    let dropped = 0;
    const count = (): void => void (dropped += 1);
    platform.server.on('dropRequest', count);
    const answers = await send(`${GET}Host: a\r\n\r\n`.repeat(1_000)).catch(() => '');
    Object.assign(platform.server.off('dropRequest', count), { maxRequestsPerSocket, keepAliveTimeout });
    expect(statusesIn(answers)).toEqual([200, 200, 200, 503]);
    expect(dropped).toBe(1);
  });

  it('leaves a line in the log', async () => {
    await platform.app.close();
    const lines = platform.logLines.filter((line) => line.includes('"refusal"')).join('\n');
    for (const refusal of ['missing Host', 'unknown expectation', 'too many headers'])
      expect(lines).toContain(`"refusal":"${refusal}","network":"127.0.0.1"`);
  });
});
