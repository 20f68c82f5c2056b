import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { BASE_PATH } from '../../src/platform/trpc/transport/target';
import { type RawRequest, sendRequest } from '../support/raw-request';
import type { Headers } from './addresses';
import type { AttackReport } from './attack-names';

export const BATCH_SIZE = 50;

const REPORT_MS = 200;
/** Pause after a step that failed: a server that refuses connections must not make the attack an endless loop. */
const PAUSE_MS = 20;

const STATUS_LINE_CHARACTERS = 'HTTP/1.1 200 '.length;

/** Sends the requests of an attack, and counts them and their responses. */
export class Attacker {
  private sent = 0;
  private readonly statuses = new Map<string, number>();
  private first500: string | null = null;
  private readonly keptConnections = new Agent({ keepAlive: true });

  constructor(
    private readonly origin: string,
    readonly cookie: string,
  ) {
    setInterval(() => {
      const { sent, statuses, first500 } = this;
      const report: AttackReport = { sent, statuses: Object.fromEntries(statuses), first500 };
      process.stdout.write(`${JSON.stringify(report)}\n`);
    }, REPORT_MS);
  }

  /** Runs a step without an end on some connections at once. */
  async repeat(connections: number, step: (round: number) => Promise<unknown>): Promise<void> {
    let round = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (;;) {
          await step((round += 1)).catch((error: unknown) => {
            this.count(error instanceof Error && 'code' in error ? String(error.code) : 'failed');
            return wait(PAUSE_MS);
          });
          await wait(1);
        }
      }),
    );
  }

  post(path: string, body: string | Buffer, headers: Headers): Promise<void> {
    return this.request({ path, headers: { 'content-type': 'application/json', ...headers }, body });
  }

  postBatch(procedure: string, inputOf: (call: number) => object, headers: Headers): Promise<void> {
    const { path, body } = batchOf(procedure, inputOf);
    return this.post(path, body, headers);
  }

  /** Sends a request on a connection that others used before. */
  requestAgain(request: RawRequest): Promise<void> {
    return this.request({ ...request, agent: this.keptConnections });
  }

  /**
   * Writes bytes to a connection of its own, and counts the responses until it closes, and that it closed.
   * @param endsWriting whether the client closes its side, so that the server closes the other after the last response
   */
  send(bytes: string, requests: number, { endsWriting = false } = {}): Promise<void> {
    this.sent += requests;
    return new Promise((resolve) => {
      const socket = this.open();
      let unread = '';
      socket.on('data', (data: Buffer) => {
        unread += data.toString('latin1');
        for (const [, status = ''] of unread.matchAll(/HTTP\/1\.1 (\d{3}) /g)) this.count(status, unread);
        // Shorter than a status line that was counted, and long enough for one that the next bytes complete.
        unread = unread.slice(-STATUS_LINE_CHARACTERS + 1);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.count('closed');
        resolve();
      });
      if (endsWriting) socket.end(bytes);
      else socket.write(bytes);
    });
  }

  /** Writes bytes to a connection of its own, and closes it after a time. */
  async leave(
    bytes: string | Buffer,
    { afterMs, reads = false }: { afterMs: number; reads?: boolean },
  ): Promise<void> {
    this.sent += 1;
    const socket = this.open();
    socket.on('error', () => undefined);
    if (reads) socket.resume();
    socket.write(bytes);
    await wait(afterMs);
    socket.destroy();
    this.count('left');
  }

  private async request(request: RawRequest): Promise<void> {
    this.sent += 1;
    const { status, text } = await sendRequest(this.origin, request);
    const ofCalls = [...text.matchAll(/"httpStatus":(\d{3})/g)].map(([, callStatus = '']) => callStatus);
    for (const found of new Set([String(status), ...ofCalls])) this.count(found, text);
  }

  private open(): Socket {
    const { hostname, port } = new URL(this.origin);
    return connect(Number(port), hostname);
  }

  private count(status: string, text = ''): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status === '500') this.first500 ??= text.slice(0, 500);
  }
}

export function pathOf(procedure: string): string {
  return `${BASE_PATH}/${procedure}`;
}

/** Returns a batch of one procedure. */
export function batchOf(
  procedure: string,
  inputOf: (call: number) => object,
): { readonly path: string; readonly body: string } {
  const calls = Array.from({ length: BATCH_SIZE }, (_, call) => call);
  const body = Object.fromEntries(calls.map((call) => [call, { json: inputOf(call) }]));
  const names = calls.map(() => procedure).join(',');
  return { path: pathOf(`${names}?batch=1`), body: JSON.stringify(body) };
}
