import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { serveMetrics } from '../../../src/platform/metrics/metrics-server';
import { findFreePort } from '../../../dev/stack/ports';

const REQUEST = 'GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n';
const LAST_REQUEST = REQUEST.replace('Host: a', 'Host: a\r\nConnection: close');

describe('the port for metrics', () => {
  let port = 0;
  let close: (() => void) | undefined;
  let reads = 0;
  let answer: ((metrics: string) => void) | undefined;

  beforeAll(async () => {
    port = await findFreePort('127.0.0.1');
    const read = () => {
      reads += 1;
      return new Promise<string>((resolve) => (answer = resolve));
    };
    const onError = (error: unknown) => {
      throw error;
    };
    close = await serveMetrics({ host: '127.0.0.1', port, read, contentType: 'text/plain', onError });
  });
  afterAll(() => close?.());

  const open = (): Socket => connect(port, '127.0.0.1');

  it('closes a connection that sends many requests at once, without an answer to the rest', async () => {
    const socket = open();
    const received = text(socket).catch(() => '');
    socket.write(REQUEST.repeat(2_000));
    expect(await received).toBe('');
    expect(reads).toBe(1);
  });

  it('reads the metrics once for all requests that wait for them', async () => {
    answer?.('metrics');
    reads = 0;
    const received = Array.from({ length: 5 }, () => {
      const socket = open();
      socket.write(LAST_REQUEST);
      return text(socket);
    });
    const last = open();
    last.write(LAST_REQUEST.replace('/metrics', '/other'));
    expect(await text(last)).toContain('404');
    const answering = setInterval(() => answer?.('metrics'), 1);
    for (const one of received) expect(await one).toContain('metrics');
    clearInterval(answering);
    expect(reads).toBeLessThan(5);
  });
});
