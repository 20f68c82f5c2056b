import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  BASE,
  KINDS_OF_PROCEDURES,
  TransportScenario,
  expectDocumentedResponse,
  clientError,
} from './transport-scenario';

const MEGABYTE = 1024 * 1024;
/** All bytes, in an order that is not UTF-8. */
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, index) => 255 - index);
const VALID = JSON.stringify({ 0: { json: { message: 'I cough' } } });
const UTF_16 = Buffer.from(VALID, 'utf16le');
/** 16 kB that decompress to 16 MB. */
const GZIP_BOMB = gzipSync(Buffer.alloc(16 * MEGABYTE, ' '));
const ENVELOPES = [
  ...['null', '7', '"x"', 'true', '[]', '[{"json":{}}]'],
  ...['{}', '{"0":null}', '{"0":[]}', '{"1":{"json":{}}}'],
];
const TRUNCATED = 'the body could not be read: it was cut short, or is not compressed as its header says';
const NOT_JSON = 'the body must be JSON in UTF-8: send the header Content-Type: application/json';

/** Returns an input of `chatbot.sendMessage` with this length. */
function padded(bytes: number): string {
  const envelope = (filling: string) => JSON.stringify({ 0: { json: { message: 'I cough', filling } } });
  return envelope('x'.repeat(bytes - envelope('').length));
}

describe('a body', () => {
  // Before the hook that closes the server.
  afterAll(() => scenario.expectHealthy());

  const scenario = TransportScenario.forSuite();

  it('may have 1 MiB, but not one byte more', async () => {
    expect((await scenario.post('chatbot.sendMessage', padded(MEGABYTE))).status).toBe(200);
    expect(clientError(await scenario.post('chatbot.sendMessage', padded(MEGABYTE + 1)))).toStrictEqual({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      message: 'the body is larger than 1048576 bytes',
    });
  });

  it.each([
    ['nested more than 64 levels deep', '['.repeat(500_000)],
    ['nested more than 64 levels deep', `{"0":{"json":${'['.repeat(63)}${']'.repeat(63)}}}`],
    ['more than 50000 values', `{"0":{"json":[${'1,'.repeat(50_000)}1]}}`],
  ])('is refused before it is parsed if it has or is %s', async (limit, json) => {
    for (const [path, headers] of [
      ['chatbot.sendMessage', {}],
      ['chatbot.sendMessage?batch=1', {}],
      ['chatbot.sendMessage?batch=1', { 'trpc-accept': 'application/jsonl' }],
    ] as const) {
      const reply = await scenario.post(path, brotliCompressSync(json), {
        ...headers,
        'content-encoding': 'br',
      });
      const { status, message } = clientError(reply);
      expect(status).toBe(400);
      expect(message).toContain(limit);
    }
  });

  it('may be nested 64 levels deep', async () => {
    const json = `{"0":{"json":{"message":"I cough","other":${'['.repeat(61)}${']'.repeat(61)}}}}`;
    expect((await scenario.post('chatbot.sendMessage', json)).status).toBe(200);
  });

  describe.each(KINDS_OF_PROCEDURES)('to %s', (procedure) => {
    // Not after each test, which would be a third of the requests of this suite.
    afterAll(() => scenario.expectHealthy());

    it.each([
      ['with content-length', {}],
      ['in chunks', { 'transfer-encoding': 'chunked' }],
    ])('is refused if it is too large, %s', async (_case, headers) => {
      const reply = await scenario.post(procedure, 'x'.repeat(2 * MEGABYTE), headers);
      expect(clientError(reply)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    });

    it('is refused if it is too large after decompression', async () => {
      const reply = await scenario.post(procedure, GZIP_BOMB, { 'content-encoding': 'gzip' });
      expect(clientError(reply)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    });

    it.each([
      ['truncated JSON', VALID.slice(0, -3), {}, 400],
      ['not JSON', 'message=I+cough', {}, 400],
      ['a NUL byte', '\0', {}, 400],
      ['a truncated UTF-8 sequence', Buffer.from([0x22, 0xe2, 0x82, 0x22]), {}, 400],
      ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), {}, 400],
      ['all bytes', Buffer.from(ALL_BYTES), {}, 400],
      ['UTF-16', UTF_16, { 'content-type': 'application/json; charset=utf-16le' }, 415],
      ['Latin-1', VALID, { 'content-type': 'application/json; charset=iso-8859-1' }, 415],
      ['an unknown charset', VALID, { 'content-type': 'application/json; charset=klingon' }, 415],
      ['plain text', VALID, { 'content-type': 'text/plain' }, 415],
      ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      ['a multipart form', '--b\r\n\r\n--b--', { 'content-type': 'multipart/form-data; boundary=b' }, 415],
      ['a similar media type', VALID, { 'content-type': 'application/json-seq' }, 415],
      ['an invalid media type', VALID, { 'content-type': ';;;=' }, 415],
      ['an empty media type', VALID, { 'content-type': '' }, 415],
      ['an unknown encoding', VALID, { 'content-encoding': 'zstd-of-the-future' }, 415],
      ['an encoding inside another', gzipSync(gzipSync(VALID)), { 'content-encoding': 'gzip, gzip' }, 415],
      ['corrupt gzip', Buffer.from('not gzip'), { 'content-encoding': 'gzip' }, 400],
      ['truncated gzip', gzipSync(VALID).subarray(0, 30), { 'content-encoding': 'gzip' }, 400],
      ['corrupt brotli', Buffer.from('not brotli'), { 'content-encoding': 'br' }, 400],
    ] as const)('is refused if it is %s', async (...[, body, headers, status]) => {
      const encodings: Record<string, string>[] = [{}, { 'transfer-encoding': 'chunked' }];
      for (const encoding of encodings) {
        const reply = await scenario.post(procedure, body, { ...headers, ...encoding });
        expect(clientError(reply)).toMatchObject({ status });
      }
    });

    it.each(ENVELOPES)('gets a documented response if it is %s', async (body) => {
      expectDocumentedResponse(await scenario.post(procedure, body));
    });
  });

  it('is refused without a content type, with a message that names the header', async () => {
    const session = await scenario.administrator();
    for (const headers of [session, { ...session, 'transfer-encoding': 'chunked' }]) {
      const reply = await scenario.send({ path: `${BASE}/chatbot.sendMessage`, headers, body: VALID });
      expect(clientError(reply)).toStrictEqual({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: NOT_JSON,
      });
    }
  });

  it.each([
    ['gzip', gzipSync(VALID)],
    ['deflate', deflateSync(VALID)],
    ['br', brotliCompressSync(VALID)],
    ['identity', VALID],
  ])('may be compressed as %s', async (encoding, body) => {
    const reply = await scenario.post('chatbot.sendMessage', body, { 'content-encoding': encoding });
    expect(reply.status).toBe(200);
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'APPLICATION/JSON',
    'application/json;',
  ])('may have the content type %s', async (type) => {
    expect((await scenario.post('chatbot.sendMessage', VALID, { 'content-type': type })).status).toBe(200);
  });

  it('has priority over ?input=, for GET and POST', async () => {
    const headers = { 'content-type': 'application/json', ...(await scenario.administrator()) };
    const path = `${BASE}/health.pathologyStats?input=${encodeURIComponent('{"json":{"year":2024}}')}`;
    for (const method of ['GET', 'POST']) {
      const wrongYear = await scenario.send({ method, path, headers, body: '{"0":{"json":{"year":1}}}' });
      expect(clientError(wrongYear).message).toBe('year: expected a year of four digits');
      const invalid = await scenario.send({ method, path, headers, body: '{' });
      expect(clientError(invalid).message).toMatch(/^the input is not valid JSON: /);
      expect((await scenario.send({ method, path, headers })).status).toBe(200);
    }
  });

  describe('that is incomplete', () => {
    const head = `POST ${BASE}/chatbot.sendMessage HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;

    it.each([
      ['than its content-length', `${head}Content-Length: 1000\r\n\r\n${VALID}`],
      ['than its chunk size', `${head}Transfer-Encoding: chunked\r\n\r\nffff\r\n${VALID}`],
      ['by its last chunk', `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`],
    ])('gets 400 if the sender closes the connection after a body shorter %s', async (_case, bytes) => {
      const reply = await scenario.sendBytes(bytes, { halfClose: true });
      expect(reply.status).toBe(400);
    });

    it('gets an error after requestTimeout', async () => {
      const { server } = scenario.platform;
      const { requestTimeout, headersTimeout } = server;
      Object.assign(server, { requestTimeout: 200, headersTimeout: 200 });
      try {
        const reply = await scenario.sendBytes(`${head}Content-Length: 1000\r\n\r\n${VALID}`);
        expect([400, 408]).toContain(reply.status);
      } finally {
        Object.assign(server, { requestTimeout, headersTimeout });
      }
    });

    it('is refused if its compressed data is truncated', async () => {
      const body = gzipSync(VALID).subarray(0, 20);
      const reply = await scenario.post('chatbot.sendMessage', body, { 'content-encoding': 'gzip' });
      expect(clientError(reply)).toMatchObject({ status: 400, message: TRUNCATED });
    });
  });
});
