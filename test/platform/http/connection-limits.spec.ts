import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type OpenDatabase, openDatabase } from '../../support/open-database';
import { ServerProcess } from '../../support/server-process';
import { sharedConnections } from '../../../src/platform/http/connection-limits';
import { start } from '../../modules/chatbot/replies/conversation';
import { ReplyStream } from '../../modules/chatbot/replies/reply-stream';
import { ModelServer, streams } from '../../support/model-server';
import { PlainCaller } from '../../support/plain-caller';
import { startPlatform } from '../../support/platform';
import { sendRequest } from '../../support/raw-request';
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

  it('over the limit get their refusal although they send a body, and close', async () => {
    const idle = Array.from({ length: 5 }, () => open('127.0.0.4'));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    for (const bytes of [60, 620_000, 620_000, 620_000]) {
      const socket = open('127.0.0.4');
      socket.write(`POST /api/trpc/auth.logout HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`);
      socket.write('x'.repeat(bytes));
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 429 (?!.*HTTP\/1\.1)/s);
    }
    for (const socket of idle) socket.destroy();
  });

  it('of one address are limited, and of no other', async () => {
    const idle = Array.from({ length: 5 }, () => open('127.0.0.2'));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    const refusal = await askFrom('127.0.0.2');
    expect(refusal).toMatch(/^HTTP\/1\.1 429 .*Retry-After: 5/s);
    expect(refusal).toMatch(/^x-request-id: [-\w]{36}\r$/m);
    expect(refusal).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
    await askFrom('127.0.0.2');
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

  it('are in the log if they were refused: one line for each address and minute, with their number', async () => {
    const { stdout } = await server.stop();
    const lines = stdout.split('\n').filter((line) => line.includes('"127.0.0.2"'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 40,
      refusal: 'connections of the network',
      network: '127.0.0.2',
      count: expect.any(Number) as unknown,
    });
  });
});

describe('open connections in all', () => {
  it('are limited, and leave a line in the log', async () => {
    const platform = await startPlatform({ MAX_CONNECTIONS: '2' });
    const { port } = new URL(await platform.listen());
    const sockets = Array.from({ length: 2 }, () => connect(Number(port), '127.0.0.1'));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    const third = connect(Number(port), '127.0.0.1');
    third.on('error', () => undefined);
    await new Promise((resolve) => third.once('close', resolve));
    for (const socket of sockets) socket.destroy();
    await platform.close();
    const line = platform.logLines.find((entry) => entry.includes('"connections in all"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ network: '127.0.0.1', count: 1 });
  });
});

describe('behind proxies that only their number names', () => {
  const environment = { TRUST_PROXY: 1, TRUSTED_PROXIES: [] };
  it.each([
    ['127.0.0.1', true],
    ['::ffff:10.1.2.3', true],
    ['172.31.0.9', true],
    ['fd12::1', true],
    ['203.0.113.7', false],
    ['172.32.0.1', false],
    ['2001:db8::1', false],
    [undefined, false],
  ])('a connection from %s is one of many callers: %s', (remoteAddress, isShared) => {
    expect(sharedConnections(environment)({ remoteAddress })).toBe(isShared);
  });

  it('the concurrent requests of one forwarded address are limited, and of no other', async () => {
    const model = await ModelServer.start();
    const platform = await startPlatform({
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      CONNECTIONS_PER_ADDRESS: '3',
      TRUST_PROXY: '1',
    });
    try {
      const origin = await platform.listen();
      model.behave(streams(['Rest.'], { first: 60_000 }));
      const { messageId } = await start(new PlainCaller(origin), { message: 'I cough' });
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      const open = () => ReplyStream.open(origin, { messageId, headers });
      const readers = await Promise.all([open(), open(), open()]);
      const get = (path: string, address: string) =>
        sendRequest(origin, { method: 'GET', path, headers: { 'x-forwarded-for': address } });
      const livez = (address: string) => get('/livez', address);
      expect(await livez('203.0.113.7')).toMatchObject({
        status: 429,
        headers: {
          'retry-after': '5',
          'x-content-type-options': 'nosniff',
          'x-request-id': expect.any(String) as unknown,
        },
      });
      const outcome = await get('/fhir/metadata', '203.0.113.7');
      expect(outcome).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
      expect(JSON.parse(outcome.text)).toMatchObject({ issue: [{ code: 'throttled' }] });
      expect(await livez('203.0.113.8')).toMatchObject({ status: 200 });
      for (const reader of readers) reader.cut();
      await until('the address is served again', async () => (await livez('203.0.113.7')).status === 200);
    } finally {
      await platform.close();
      await model.close();
    }
    const line = platform.logLines.find((entry) => entry.includes('"concurrent requests"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ network: '203.0.113.7' });
  });
});
