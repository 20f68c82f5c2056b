import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { suitePlatform } from '../../support/platform';
import { until } from '../../support/until';

const MESSAGE = JSON.stringify({ 0: { json: { message: 'I cough' } } });
const SMALL = '1\r\n \r\n';
const LAST = '0\r\n\r\n';
const MANY = 30_000;

const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('a body in chunks', () => {
  const platform = suitePlatform();
  let origin = '';
  beforeAll(async () => (origin = await platform.listen()));

  /** Sends a request in parts, and returns its response and whether the connection was closed by the server. */
  async function send(path: string, parts: readonly string[]) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let answer = '';
    let isClosed = false;
    socket.on('data', (data: Buffer) => (answer += data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => (isClosed = true));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    for (const part of parts) {
      if (!socket.destroyed) socket.write(part);
      await wait(20);
    }
    await until('a response or the end', () => answer !== '' || isClosed);
    return { socket, answer: () => answer, isClosed: () => isClosed };
  }

  it('of one byte gets 413 when there are too many, and its connection closes', async () => {
    const { answer, isClosed } = await send('/api/trpc/chatbot.sendMessage', [SMALL.repeat(MANY)]);
    expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer()).toContain('send larger ones');
    await until('the connection closes', isClosed);
  });

  it('of one byte is the last that is read on its connection: requests after it are refused with it', async () => {
    const read: unknown[] = [];
    const count = ({ url }: IncomingMessage) => read.push(url);
    platform.server.on('request', count);
    const next = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20);
    const sent = await send('/api/trpc/chatbot.sendMessage', [SMALL.repeat(300) + LAST + next]);
    await until('the connection closes', sent.isClosed);
    platform.server.off('request', count);
    expect(sent.answer().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
    expect(read).toEqual(['/api/trpc/chatbot.sendMessage']);
  });

  it('of one byte is not discarded after a refusal: its connection closes', async () => {
    const sent = await send('/api/trpc/no.procedure', ['', SMALL.repeat(MANY)]);
    expect(sent.answer()).toMatch(/^HTTP\/1\.1 4/);
    await until('the connection closes', sent.isClosed);
  });

  it.each([
    ['a hundred and more of one byte', [SMALL.repeat(150), chunkOf(MESSAGE), LAST]],
    ['thousands of a hundred bytes', [chunkOf(' '.repeat(100)).repeat(4_000), chunkOf(MESSAGE), LAST]],
  ])('is read: %s', async (_case, parts) => {
    const { socket, answer } = await send('/api/trpc/chatbot.sendMessage', parts);
    expect(answer()).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  it('is read on a connection after another was refused', async () => {
    for (let round = 0; round < 3; round += 1) {
      await send('/api/trpc/chatbot.sendMessage', [SMALL.repeat(MANY)]);
      const { socket, answer } = await send('/api/trpc/chatbot.sendMessage', [chunkOf(MESSAGE), LAST]);
      expect(answer()).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
    }
  });

  it('leaves a line in the log if it was refused', async () => {
    await platform.app.close();
    const lines = platform.logLines.filter((line) => line.includes('"small chunks"'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ network: '127.0.0.1', count: 6 }),
    ]);
  });
});
