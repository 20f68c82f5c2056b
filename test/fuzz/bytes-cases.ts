import * as fc from 'fast-check';
import { BASE_PATH } from '../../src/platform/trpc/transport/target';
import { type BytesCase, type RequestCase, SESSION, bytesOf } from './fuzz-case';

const LIST = `GET ${BASE_PATH}/specialties.list HTTP/1.1\r\nHost: a\r\n`;
const ME = `GET ${BASE_PATH}/auth.me HTTP/1.1\r\nHost: a\r\nCookie: session=${SESSION}\r\n\r\n`;
const POST = `POST ${BASE_PATH}/chatbot.sendMessage HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
const MESSAGE = '{"0":{"json":{"message":"I cough"}}}';

/** Requests that are no HTTP, or HTTP in unusual forms. */
const TEMPLATES = [
  `${LIST}\r\n`,
  `${LIST}\r\n`.repeat(40),
  ME.repeat(8),
  `${LIST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
  `${LIST}Content-Length: -1\r\n\r\n`,
  `${LIST}Content-Length: 99999999999999999999\r\n\r\n`,
  `${LIST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
  `${LIST} folded: x\r\n\r\n`,
  `${LIST}No colon\r\n\r\n`,
  `${LIST}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  `${LIST}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
  `${POST}Transfer-Encoding: chunked\r\n\r\n${MESSAGE.length.toString(16)}\r\n${MESSAGE}\r\n0\r\n\r\n`,
  `${POST}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n`,
  `${POST}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(5_000)}\r\n{\r\n0\r\nTrailer: x\r\n\r\n`,
  `${POST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  `${POST}Content-Length: ${MESSAGE.length}\r\nExpect: 100-continue\r\n\r\n${MESSAGE}`,
  `${POST}Content-Length: 1000\r\n\r\n${MESSAGE}`,
  `GET http://[ HTTP/1.1\r\nHost: [\r\n\r\n`,
  `GET http://a.example${BASE_PATH}/specialties.list HTTP/1.1\r\nHost: b\r\n\r\n`,
  'GET / HTTP/1.0\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET /\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: a\r\nMax-Forwards: 0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`,
  '\r\n'.repeat(1_000),
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `${LIST}${Array.from({ length: 3_000 }, (_none, index) => `a${index}: b\r\n`).join('')}\r\n`,
];

interface Change {
  readonly kind: 'replace' | 'insert' | 'remove' | 'repeat' | 'cut';
  readonly position: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'insert', 'remove', 'repeat', 'cut'),
  position: fc.nat(),
  length: fc.integer({ min: 1, max: 20 }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
});

/** Bytes of templates and of other cases, changed at some positions. */
export function bytesCases(requests: fc.Arbitrary<RequestCase>): fc.Arbitrary<BytesCase> {
  const written = requests.map((request) => bytesOf(request, { host: 'a', requestId: 'fuzzed-bytes' }));
  const valid = fc.oneof(
    fc.constantFrom(...TEMPLATES).map((template) => Buffer.from(template, 'latin1')),
    written,
  );
  return changedBytes(valid).map((bytes) => ({ area: 'bytes', caller: 'doctor', bytes }));
}

/** Bytes with a few changes. */
export function changedBytes(valid: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return fc
    .tuple(valid, fc.array(change, { maxLength: 4 }))
    .map(([bytes, changes]) => changes.reduce(applyChange, bytes));
}

function applyChange(bytes: Buffer, { kind, position, length, bytes: inserted }: Change): Buffer {
  // Most of what matters is in the first lines.
  const start = position % Math.min(bytes.length + 1, position % 2 === 0 ? 300 : bytes.length + 1);
  const [before, after] = [bytes.subarray(0, start), bytes.subarray(start)];
  const rest = after.subarray(length);
  switch (kind) {
    case 'replace':
      return Buffer.concat([before, inserted, rest]);
    case 'insert':
      return Buffer.concat([before, inserted, after]);
    case 'remove':
      return Buffer.concat([before, rest]);
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 'cut':
      return before;
  }
}
