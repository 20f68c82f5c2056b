import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { suitePlatform } from '../../support/platform';

const MEGABYTE = 1024 * 1024;

describe('a request that cannot be read, or hardly', () => {
  const platform = suitePlatform();
  let origin = '';
  beforeAll(async () => (origin = await platform.listen()));

  const send = async (...parts: readonly string[]): Promise<string> => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const received = text(socket);
    for (const part of parts) {
      socket.write(part);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return received;
  };

  it.each([
    [
      'a URL of a megabyte',
      [`GET /api/trpc/specialties.list?input=${'%5B'.repeat(MEGABYTE / 3)} HTTP/1.1\r\n`],
      431,
    ],
    [
      'headers of a megabyte',
      ['GET / HTTP/1.1\r\nHost: a\r\n', ...Array<string>(16).fill(`X: ${'a'.repeat(MEGABYTE / 16)}\r\n`)],
      431,
    ],
    ['the method CONNECT', ['CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 'again'], 405],
    ['no HTTP', ['HELO there\r\n\r\n', 'again\r\n\r\n'], 400],
  ])('gets its response, although it is still being sent: %s', async (_case, parts, status) => {
    const response = await send(...parts);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(response).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
    expect(response).toMatch(/\r\nx-request-id: [-\w]{36}\r\n/);
  });

  it('does not damage the response to an earlier request of its connection', async () => {
    const response = await send(
      'GET /api/trpc/specialties.list HTTP/1.1\r\nHost: a\r\n\r\nHELO there\r\n\r\n',
    );
    expect(response.match(/HTTP\/1\.1/g) ?? []).not.toHaveLength(2);
  });
});
