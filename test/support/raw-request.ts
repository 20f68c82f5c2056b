import { type Agent, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** An HTTP response with its body as text. */
export interface RawResponse {
  readonly status: number;
  /** By name in lower case. The values of a repeated header are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Its connections are used; by default, the request has a connection of its own. */
  readonly agent?: Agent;
}

/** Sends a request without the checks of other clients. */
export function sendRequest(
  origin: string,
  { method = 'POST', path, headers = {}, body, agent }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  const isChunked = body === undefined || 'transfer-encoding' in headers;
  const length = isChunked ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const outgoing = request({
      hostname,
      port,
      method,
      path,
      headers: { ...length, ...headers },
      agent: agent ?? false,
      timeout: 60_000,
    });
    outgoing.on('response', (response) => {
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
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path.slice(0, 80)}`)));
    // A server may respond and close before it has read the whole body: the response counts.
    outgoing.on(
      'error',
      (error) =>
        void wait(100).then(() => {
          reject(error);
        }),
    );
    outgoing.end(body);
  });
}

/**
 * Writes bytes to a connection and reads until the server closes it.
 * @param halfClose ends our side after the bytes
 */
export function sendBytes(
  origin: string,
  bytes: string | Buffer,
  { halfClose = false } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.setTimeout(20_000, () => socket.destroy(new Error('no answer, and the connection stays open')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.end();
      resolve(parseResponse(Buffer.concat(chunks).toString()));
    });
    if (halfClose) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** Parses the bytes of a response. */
export function parseResponse(text: string): RawResponse {
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
  const isChunked = headers['transfer-encoding'] === 'chunked';
  return { status: Number(statusLine.split(' ')[1]), headers, text: isChunked ? decodeChunks(body) : body };
}

function decodeChunks(body: string): string {
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
