import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseResponse } from '../../support/raw-request';
import { until } from '../../support/until';
import { COUNTRIES, ExportSuite } from './export-suite';

/** A report of all countries is longer than the buffers of the system. */
const ROWS = 4_000;
const REPORT = 'measure-report.json?period=2026-03';

/** Longer than the report of a country takes. */
const QUIET_MS = 500;

const withoutTimes = (json: string) => json.replace(/"(date|timestamp)":"[^"]*"/g, '"$1":""');

describe('exports that run at once', () => {
  const suite = new ExportSuite(ROWS);
  const sockets: Socket[] = [];

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  it('work two at a time for an account, and four in all; the others wait', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const totals = suite.beforeTotals(() => released);
    const cookies = await Promise.all(['a', 'b', 'c'].map((name) => suite.cookie(`${name}@example.org`)));
    const allEnded = suite.observeExports();
    const responses = Promise.all(
      cookies.flatMap((cookie) =>
        Array.from({ length: 3 }, () => suite.get('measure-report.json?period=2026-03&country=KE', cookie)),
      ),
    );
    await until('four work', () => totals.mock.calls.length === 4);
    await wait(200);
    expect(totals).toHaveBeenCalledTimes(4);
    release();
    for (const response of await responses) {
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    await allEnded();
    expect(totals).toHaveBeenCalledTimes(9);
  });

  it('leave a slot for another account while those of one work', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const totals = suite.beforeTotals((before) => (before < 2 ? released : undefined));
    const cookie = await suite.cookie('busy@example.org');
    const own = Array.from({ length: 4 }, () => suite.get(`${REPORT}&country=KE`, cookie));
    await until('two work', () => totals.mock.calls.length === 2);
    const other = await suite.get(`${REPORT}&country=KE`, await suite.cookie('other@example.org'));
    expect(other.status).toBe(200);
    expect(totals).toHaveBeenCalledTimes(3);
    release();
    for (const response of await Promise.all(own)) expect(response.status).toBe(200);
  });

  it('are refused with 429 and Retry-After if many of the account wait', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    suite.beforeTotals(() => released);
    const cookie = await suite.cookie('many@example.org');
    const statuses: number[] = [];
    const all = Array.from({ length: 34 }, async () => {
      const response = await suite.get(`${REPORT}&country=BF`, cookie);
      statuses.push(response.status);
      return response;
    });
    const refused = await Promise.race(all);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await refused.json()).toMatchObject({
      message: 'too many of your exports at one time: try again in a while',
    });
    await until('all others wait or work', () => statuses.length === 2);
    release();
    await Promise.all(all);
    expect(statuses.filter((status) => status === 200)).toHaveLength(32);
  });

  it('work only as far as their clients read, without the slots of others', async () => {
    const whole = await (await suite.get(REPORT)).text();
    const totals = suite.beforeTotals(() => undefined);
    const { hostname, port } = new URL(await suite.platform.app.getUrl());
    const cookies = await Promise.all([1, 2, 3].map((each) => suite.cookie(`slow${each}@example.org`)));
    // More than may work at once, if they held their slots.
    const slow = await Promise.all(
      [...cookies, ...cookies].map(async (cookie) => {
        const response = suite.nextResponse();
        const socket = connect(Number(port), hostname).pause();
        sockets.push(socket);
        socket.write(
          `GET /api/exports/${REPORT} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: ${cookie}\r\n\r\n`,
        );
        const chunks: Buffer[] = [];
        socket.on('data', (chunk) => chunks.push(chunk)).pause();
        const ended = new Promise<string>((resolve) => {
          socket.on('end', () => {
            resolve(parseResponse(Buffer.concat(chunks).toString()).text);
          });
        });
        return { socket, ended, response: await response };
      }),
    );
    let reads = -1;
    await until('all wait for their clients', async () => {
      const before = totals.mock.calls.length;
      await wait(QUIET_MS);
      reads = totals.mock.calls.length;
      return reads === before && slow.every(({ response }) => response.writableNeedDrain);
    });
    expect(reads).toBeLessThan(slow.length * COUNTRIES.length);
    expect((await suite.get(`${REPORT}&country=KE`)).status).toBe(200);
    expect(totals).toHaveBeenCalledTimes(reads + 1);
    for (const { socket } of slow) socket.resume();
    for (const { ended } of slow) expect(withoutTimes(await ended)).toBe(withoutTimes(whole));
  });

  it('end without the last chunk if a later country fails', async () => {
    suite.beforeTotals((before) => {
      if (before === 2) throw new Error('a broken country');
    });
    const response = await suite.get(REPORT);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('send the error if the first country fails', async () => {
    suite.beforeTotals(() => {
      throw new Error('a broken country');
    });
    const response = await suite.get(REPORT);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ statusCode: 500 });
  });
});
