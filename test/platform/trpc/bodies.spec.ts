import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { BASE, PROCEDURES, WireScenario, expectOrderly, refusal } from './wire-scenario';

const MEGABYTE = 1024 * 1024;
/** Every byte there is, in an order that is no text. */
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, index) => 255 - index);
const GOOD = JSON.stringify({ 0: { json: { message: 'I cough' } } });
/** Sixteen kilobytes that unpack to sixteen megabytes. */
const BOMB = gzipSync(Buffer.alloc(16 * MEGABYTE, ' '));
const CUT_SHORT = 'the body could not be read: it was cut short, or is not compressed as its header says';
const NOT_JSON = 'the body must be JSON in UTF-8: send the header Content-Type: application/json';

/** The call of `chatbot.sendMessage`, filled up to a length. */
function padded(bytes: number): string {
  const envelope = (filling: string) => JSON.stringify({ 0: { json: { message: 'I cough', filling } } });
  return envelope('x'.repeat(bytes - envelope('').length));
}

describe('a body', () => {
  let scenario: WireScenario;

  beforeAll(async () => {
    scenario = await WireScenario.start();
  });

  afterAll(async () => {
    await scenario.close();
  });

  afterEach(async () => {
    await scenario.expectUnharmed();
  });

  it('may have one megabyte, and not one byte more', async () => {
    expect((await scenario.post('chatbot.sendMessage', padded(MEGABYTE))).status).toBe(200);
    expect(refusal(await scenario.post('chatbot.sendMessage', padded(MEGABYTE + 1)))).toStrictEqual({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      message: 'the body is larger than 1048576 bytes',
    });
  });

  describe.each(PROCEDURES)('to %s', (procedure) => {
    it.each([
      ['said', {}],
      ['not said, in chunks', { 'transfer-encoding': 'chunked' }],
    ])('is refused where it is oversized and its length is %s', async (_case, headers) => {
      const reply = await scenario.post(procedure, 'x'.repeat(2 * MEGABYTE), headers);
      expect(refusal(reply)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    });

    it('is refused where it is not oversized until it is unpacked', async () => {
      const reply = await scenario.post(procedure, BOMB, { 'content-encoding': 'gzip' });
      expect(refusal(reply)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    });

    it.each([
      ['truncated JSON', GOOD.slice(0, -3), {}, 400],
      ['no JSON', 'message=I+cough', {}, 400],
      ['a NUL byte', '\0', {}, 400],
      ['an UTF-8 sequence cut short', Buffer.from([0x22, 0xe2, 0x82, 0x22]), {}, 400],
      ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), {}, 400],
      ['bytes of all kinds', Buffer.from(ALL_BYTES), {}, 400],
      ['UTF-16', Buffer.from(GOOD, 'utf16le'), { 'content-type': 'application/json; charset=utf-16le' }, 415],
      ['Latin-1', GOOD, { 'content-type': 'application/json; charset=iso-8859-1' }, 415],
      ['an unknown charset', GOOD, { 'content-type': 'application/json; charset=klingon' }, 415],
      ['plain text', GOOD, { 'content-type': 'text/plain' }, 415],
      ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      ['a multipart form', '--b\r\n\r\n--b--', { 'content-type': 'multipart/form-data; boundary=b' }, 415],
      ['a type that is close', GOOD, { 'content-type': 'application/json-seq' }, 415],
      ['a type that is none', GOOD, { 'content-type': ';;;=' }, 415],
      ['an empty type', GOOD, { 'content-type': '' }, 415],
      ['an unknown encoding', GOOD, { 'content-encoding': 'zstd-of-the-future' }, 415],
      ['an encoding inside another', gzipSync(gzipSync(GOOD)), { 'content-encoding': 'gzip, gzip' }, 415],
      ['corrupt gzip', Buffer.from('not gzip'), { 'content-encoding': 'gzip' }, 400],
      ['truncated gzip', gzipSync(GOOD).subarray(0, 30), { 'content-encoding': 'gzip' }, 400],
      ['corrupt brotli', Buffer.from('not brotli'), { 'content-encoding': 'br' }, 400],
    ] as const)('is refused where it is %s', async (...[, body, headers, status]) => {
      const ways: Record<string, string>[] = [{}, { 'transfer-encoding': 'chunked' }];
      for (const way of ways) {
        const reply = await scenario.post(procedure, body, { ...headers, ...way });
        expect(refusal(reply)).toMatchObject({ status });
      }
    });

    it.each([
      'null',
      '7',
      '"x"',
      'true',
      '[]',
      '[{"json":{}}]',
      '{}',
      '{"0":null}',
      '{"0":[]}',
      '{"1":{"json":{}}}',
    ])('is answered in an orderly way where it is %s', async (body) => {
      expectOrderly(await scenario.post(procedure, body));
    });
  });

  it('says what to change where it has no content type', async () => {
    const session = await scenario.administrator();
    for (const headers of [session, { ...session, 'transfer-encoding': 'chunked' }]) {
      const reply = await scenario.send({ path: `${BASE}/chatbot.sendMessage`, headers, body: GOOD });
      expect(refusal(reply)).toStrictEqual({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: NOT_JSON,
      });
    }
  });

  it.each([
    ['gzip', gzipSync(GOOD)],
    ['deflate', deflateSync(GOOD)],
    ['br', brotliCompressSync(GOOD)],
    ['identity', GOOD],
  ])('may be packed as %s', async (encoding, body) => {
    const reply = await scenario.post('chatbot.sendMessage', body, { 'content-encoding': encoding });
    expect(reply.status).toBe(200);
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'APPLICATION/JSON',
    'application/json;',
  ])('may be called %s', async (type) => {
    expect((await scenario.post('chatbot.sendMessage', GOOD, { 'content-type': type })).status).toBe(200);
  });

  it('wins over ?input=, on GET and on POST', async () => {
    const headers = { 'content-type': 'application/json', ...(await scenario.administrator()) };
    const path = `${BASE}/health.pathologyStats?input=${encodeURIComponent('{"json":{"year":2024}}')}`;
    for (const method of ['GET', 'POST']) {
      const bad = await scenario.send({ method, path, headers, body: '{"0":{"json":{"year":1}}}' });
      expect(refusal(bad).message).toBe('year: expected a year of four digits');
      const rubbish = await scenario.send({ method, path, headers, body: '{' });
      expect(refusal(rubbish).message).toBe('the input is not valid JSON');
      expect((await scenario.send({ method, path, headers })).status).toBe(200);
    }
  });

  describe('that does not arrive in full', () => {
    const head = `POST ${BASE}/chatbot.sendMessage HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;

    it.each([
      ['than its header says', `${head}Content-Length: 1000\r\n\r\n${GOOD}`],
      ['than its chunk says', `${head}Transfer-Encoding: chunked\r\n\r\nffff\r\n${GOOD}`],
      ['than its last chunk', `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`],
    ])('but is shorter %s gets an answer when its sender stops', async (_case, bytes) => {
      const reply = await scenario.sendBytes(bytes, { halfClose: true });
      expect(reply.status).toBe(400);
    });

    it('does not keep its connection for ever', async () => {
      const { server } = scenario.platform;
      const { requestTimeout, headersTimeout } = server;
      Object.assign(server, { requestTimeout: 200, headersTimeout: 200 });
      try {
        const reply = await scenario.sendBytes(`${head}Content-Length: 1000\r\n\r\n${GOOD}`);
        expect([400, 408]).toContain(reply.status);
      } finally {
        Object.assign(server, { requestTimeout, headersTimeout });
      }
    });

    it('is refused where it was cut short inside its packing', async () => {
      const body = gzipSync(GOOD).subarray(0, 20);
      const reply = await scenario.post('chatbot.sendMessage', body, { 'content-encoding': 'gzip' });
      expect(refusal(reply)).toMatchObject({ status: 400, message: CUT_SHORT });
    });
  });
});
