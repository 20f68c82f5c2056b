import { request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** An answer as it came over the wire. */
export interface Reply {
  readonly status: number;
  /** Names in lower case; of a header that came twice, the values joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Sends a request as it is, without the care that other clients take; every request on a connection of its own. */
export function exchange(
  origin: string,
  { method = 'POST', path, headers = {}, body }: Sent,
): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  const chunked = body === undefined || 'transfer-encoding' in headers;
  const length = chunked ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      method,
      path,
      headers: { ...length, ...headers },
      agent: false,
      timeout: 20_000,
    });
    sent.on('response', (response) => {
      buffer(response).then((bytes) => {
        const entries = Object.entries(response.headers).map(
          ([name, value]) => [name, String(value)] as const,
        );
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(entries),
          text: bytes.toString(),
        });
      }, reject);
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer to ${method} ${path.slice(0, 80)}`)));
    // A server may answer and close before it has taken the whole body: the answer counts.
    sent.on(
      'error',
      (error) =>
        void wait(100).then(() => {
          reject(error);
        }),
    );
    sent.end(body);
  });
}

/**
 * Writes bytes on a connection and reads until the server closes it.
 * @param halfClose ends our side at once, as a client that gives up does
 */
export function exchangeBytes(
  origin: string,
  bytes: string | Buffer,
  { halfClose = false } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.setTimeout(20_000, () => socket.destroy(new Error('no answer, and the connection stays open')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.end();
      resolve(readReply(Buffer.concat(chunks).toString()));
    });
    if (halfClose) socket.end(bytes);
    else socket.write(bytes);
  });
}

function readReply(text: string): Reply {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const body = text.slice(end + 4);
  const chunked = headers['transfer-encoding'] === 'chunked';
  return { status: Number(statusLine.split(' ')[1]), headers, text: chunked ? unchunked(body) : body };
}

function unchunked(body: string): string {
  const bytes = Buffer.from(body);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts).toString();
}
