import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type OpenDatabase, openDatabase } from '../../support/open-database';
import { ServerProcess } from '../../support/server-process';
import { until } from '../../support/until';

describe('open connections', () => {
  let opened: OpenDatabase;
  let server: ServerProcess;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    opened = await openDatabase();
    server = await ServerProcess.start({
      DATABASE_URL: opened.url,
      CONNECTIONS_PER_ADDRESS: '5',
      TRUSTED_PROXIES: '127.0.0.9',
    });
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await server.stop();
    await opened.close();
  });

  const open = (from: string): Socket => {
    const { hostname, port } = new URL(server.origin);
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  const askFrom = (from: string): Promise<string> => {
    const socket = open(from);
    socket.write('GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    return text(socket).catch(() => '');
  };

  it('of one address are limited, and of no other', async () => {
    const idle = Array.from({ length: 5 }, () => open('127.0.0.2'));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await askFrom('127.0.0.2')).toMatch(/^HTTP\/1\.1 429 .*Retry-After: 5/s);
    expect(await askFrom('127.0.0.3')).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of idle) socket.destroy();
    // The server learns of the end of a connection later than its client.
    await until('the address may connect again', async () =>
      (await askFrom('127.0.0.2')).startsWith('HTTP/1.1 200 '),
    );
  });

  it('of a trusted proxy are not limited, because they are those of many callers', async () => {
    const idle = Array.from({ length: 8 }, () => open('127.0.0.9'));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await askFrom('127.0.0.9')).toMatch(/^HTTP\/1\.1 200 /);
  });
});
