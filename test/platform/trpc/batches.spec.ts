import { z } from 'zod';
import { errorBody } from '../../support/plain-caller';
import type { RawRequest, RawResponse } from '../../support/raw-request';
import {
  BASE,
  JSON_TYPE,
  STREAM,
  TransportScenario,
  clientError,
  expectNoInternals,
} from './transport-scenario';

const batchBody = z.array(z.union([errorBody, z.strictObject({ result: z.unknown() })]));

/** Returns the result of each call of a batch: `ok`, or the code of its error. */
function codesOf(reply: RawResponse): string[] {
  expectNoInternals(reply);
  const results = batchBody.parse(JSON.parse(reply.text));
  return results.map((result) => ('error' in result ? result.error.json.code : 'ok'));
}

describe('a batch', () => {
  const scenario = TransportScenario.forSuite();

  afterEach(() => scenario.expectHealthy());

  /** Posts a batch with a session that may call all procedures. */
  async function batch(
    names: string,
    body: string,
    headers: RawRequest['headers'] = {},
  ): Promise<RawResponse> {
    const session = await scenario.administrator();
    return scenario.post(`${names}?batch=1`, body, { ...session, ...headers });
  }

  const fifty = Array<string>(50).fill('specialties.list').join(',');

  it.each([
    ['', {}],
    [', streamed', STREAM],
  ])('may have 50 calls, not 51%s', async (_case, headers) => {
    expect((await scenario.get(`${fifty}?batch=1`, headers)).status).toBe(200);
    for (const names of [`${fifty},specialties.list`, ','.repeat(50), `${fifty}%2Cspecialties.list`]) {
      const request = { path: `${BASE}/${names}?batch=1`, headers: { ...JSON_TYPE, ...headers } };
      for (const method of ['GET', 'POST']) {
        const reply = await scenario.send({ method, ...request });
        expect(clientError(reply)).toStrictEqual({
          status: 400,
          code: 'BAD_REQUEST',
          message: 'a batch holds at most 50 calls',
        });
      }
    }
  });

  it('has a result for each call, with status 207 if their statuses differ', async () => {
    const body = JSON.stringify({
      0: { json: { year: 2024 } },
      1: { json: { year: 1 } },
      3: { json: { message: 'I cough' } },
    });
    const stats = 'health.pathologyStats';
    const reply = await batch(`${stats},${stats},no.such,chatbot.sendMessage,${stats}`, body);
    expect(reply.status).toBe(207);
    expect(codesOf(reply)).toEqual(['ok', 'BAD_REQUEST', 'NOT_FOUND', 'ok', 'BAD_REQUEST']);
  });

  it('has the status of its calls if they are the same', async () => {
    const reply = await batch('no.such,nor.this', '{}');
    expect(reply.status).toBe(404);
    expect(codesOf(reply)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });

  it('returns an array for one call', async () => {
    expect(codesOf(await batch('specialties.list', '{}'))).toEqual(['ok']);
  });

  it.each(['', ',', ',,,', 'auth.me,', ',auth.me', '__proto__.x,constructor.name', ' , '])(
    'returns NOT_FOUND for empty names: %j',
    async (names) => {
      const codes = codesOf(await batch(encodeURIComponent(names), '{}'));
      expect(codes).toEqual(names.split(',').map((name) => (name === 'auth.me' ? 'ok' : 'NOT_FOUND')));
    },
  );

  it('uses the last of two inputs with the same index', async () => {
    const body = '{"0":{"json":{"year":1}},"0":{"json":{"year":2024}}}';
    expect(codesOf(await batch('health.pathologyStats', body))).toEqual(['ok']);
  });

  it.each([
    '{"1":{"json":{"year":2024}}}',
    '{"00":{"json":{"year":2024}}}',
    '{"-1":{"json":{}}}',
    '{"json":{"year":2024}}',
  ])('does not use %s as the input of its first call', async (body) => {
    expect(codesOf(await batch('health.pathologyStats', body))).toEqual(['BAD_REQUEST']);
  });

  it.each(['[]', 'null', '7', '"x"', '[{"json":{"year":2024}}]'])(
    'with the inputs %s returns an error for each call that needs one',
    async (body) => {
      const codes = codesOf(await batch('health.pathologyStats,specialties.list', body));
      expect(codes).toEqual(['BAD_REQUEST', 'ok']);
    },
  );

  it.each(['{', '', '\0'])('with the body %j returns 400', async (body) => {
    const reply = await batch('health.pathologyStats,health.medicationStats', body);
    expect(reply.status).toBe(400);
    expectNoInternals(reply);
  });

  it.each(['?batch=0', '?batch=', '?batch', '?batch=true', '?batch=11', '?batch=2&batch=1'])(
    'needs batch=1: %s is a single call',
    async (query) => {
      const reply = await scenario.get(`auth.me,auth.me${query}`, await scenario.administrator());
      expect(clientError(reply)).toMatchObject({ status: 404 });
    },
  );

  describe('that is streamed', () => {
    /** Parses the lines. Expects JSON without implementation details. */
    function linesOf(reply: RawResponse): unknown[] {
      expectNoInternals(reply);
      return reply.text
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line));
    }

    it('has a result for each valid and invalid call', async () => {
      const body = '{"0":{"json":{"year":2024}},"1":{"json":{"year":1}}}';
      const reply = await batch('health.pathologyStats,health.pathologyStats,no.such', body, STREAM);
      const text = JSON.stringify(linesOf(reply));
      for (const part of ['result', 'year: expected a year of four digits', 'NOT_FOUND']) {
        expect(text).toContain(part);
      }
    });

    it.each([
      ['cut short', '{'],
      ['a list', '[]'],
      ['null', 'null'],
      ['a number', '7'],
      ['numbers under 0', '{"0":7}'],
      ['empty', '{"0":{"json":{}}}'],
      ['nested too deeply', `{"0":{"json":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`],
      ['brackets that never close', `{"0":${'['.repeat(10_000)}`],
      ['of an unknown type', '{"0":{"json":{"year":2024},"meta":{"values":{"year":["nonsense"]}}}}'],
      ['a prototype', '{"0":{"json":{"year":2024},"meta":{"values":{"__proto__.polluted":["Date"]}}}}'],
      [
        'equal to a prototype',
        '{"0":{"json":{"year":2024},"meta":{"referentialEqualities":{"year":["constructor.prototype.polluted"]}}}}',
      ],
      ['under a prototype', '{"__proto__":{"json":{"polluted":true}}}'],
      ['with a NUL character', '{"0":{"json":{"message":"\\u0000"}}}'],
    ])('returns JSON lines without internal errors for inputs that are %s', async (_case, body) => {
      for (const names of ['health.pathologyStats', 'chatbot.sendMessage', 'no.such']) {
        const reply = await batch(names, body, STREAM);
        expect(reply.text).not.toContain('INTERNAL_SERVER_ERROR');
        linesOf(reply);
      }
    });

    it.each(['{', '%', '%E0%A4%A', 'null', '[]', '%7B%220%22%3A7%7D'])(
      'returns JSON lines without internal errors for the query input %j',
      async (input) => {
        const headers = { ...STREAM, ...(await scenario.administrator()) };
        const reply = await scenario.get(`health.pathologyStats?batch=1&input=${input}`, headers);
        expect(reply.text).not.toContain('INTERNAL_SERVER_ERROR');
        linesOf(reply);
      },
    );

    it('responds to POST without a body', async () => {
      const headers = { ...STREAM, ...(await scenario.administrator()) };
      for (const name of ['auth.logout', 'health.pathologyStats', 'chatbot.sendMessage']) {
        const reply = await scenario.send({ path: `${BASE}/${name}?batch=1`, headers });
        expect(reply.text).not.toContain('INTERNAL_SERVER_ERROR');
        linesOf(reply);
      }
    });

    it('uses ?input= of a POST without a body', async () => {
      const headers = { ...STREAM, ...(await scenario.administrator()) };
      const input = encodeURIComponent('{"0":{"json":{"year":2024}}}');
      const path = `${BASE}/health.pathologyStats?batch=1&input=${input}`;
      const reply = await scenario.send({ path, headers });
      expect(reply.text).not.toContain('BAD_REQUEST');
      linesOf(reply);
    });

    it.each([
      ['', ''],
      ['../livez', ''],
      ['x/../auth.me', ''],
      ['%2e%2e%2fauth.me', ''],
      ['auth.me', '&connectionParams=rubbish'],
      ['auth.me', '&connectionParams=%7B%22x%22%3A1%7D'],
      ['__proto__.x', ''],
      ['auth.__proto__', ''],
      ['%00', ''],
    ])('returns no internal error at %j with %j', async (name, query) => {
      const headers = { ...STREAM, ...JSON_TYPE, ...(await scenario.administrator()) };
      const path = `${BASE}/${name}?batch=1${query}`;
      for (const method of ['GET', 'POST']) {
        const reply = await scenario.send({ method, path, headers, body: '{}' });
        expect(reply.status).not.toBe(500);
        expect(reply.text).not.toContain('INTERNAL_SERVER_ERROR');
        expectNoInternals(reply);
      }
    });

    it('may mix queries and mutations', async () => {
      const reply = await batch(
        'chatbot.sendMessage,specialties.list',
        '{"0":{"json":{"message":"Hi"}}}',
        STREAM,
      );
      const [promises, ...results] = linesOf(reply);
      expect(promises).toEqual({ json: { 0: [[0], [null, 0, 0]], 1: [[0], [null, 0, 1]] } });
      const success = (index: number, data: unknown) => ({ json: [index, 0, [[{ result: { data } }]]] });
      expect(results).toHaveLength(2);
      expect(results).toContainEqual(success(0, expect.objectContaining({ urgency: 'routine' })));
      expect(results).toContainEqual(success(1, expect.arrayContaining([expect.anything()])));
    });

    it('has the same limits as every request', async () => {
      const large = await batch('chatbot.sendMessage', 'x'.repeat(2 * 1024 * 1024), STREAM);
      expect(clientError(large)).toMatchObject({ status: 413 });
      const text = await batch('chatbot.sendMessage', '{}', { ...STREAM, 'content-type': 'text/plain' });
      expect(clientError(text)).toMatchObject({ status: 415 });
      const put = { method: 'PUT', path: `${BASE}/auth.me?batch=1`, headers: STREAM };
      expect(clientError(await scenario.send(put))).toMatchObject({ status: 405 });
    });

    it('refuses anonymous callers and mutations by GET', async () => {
      const me = await scenario.send({ path: `${BASE}/auth.me?batch=1`, headers: STREAM });
      expect(JSON.stringify(linesOf(me))).toContain('Please login (10001)');
      const signedIn = { ...STREAM, ...(await scenario.administrator()) };
      const byGet = await scenario.get('auth.logout?batch=1', signedIn);
      linesOf(byGet);
      expect(byGet.text).toContain('METHOD_NOT_SUPPORTED');
      expect((await scenario.get('auth.me', signedIn)).status).toBe(200);
      expect(byGet.headers['set-cookie']).toBeUndefined();
    });
  });

  it.each(['text/event-stream', 'text/html', '*/*;q=0', '\xff'])(
    'or single call that accepts %j returns plain JSON',
    async (accept) => {
      for (const path of ['specialties.list', 'specialties.list?batch=1']) {
        const reply = await scenario.get(path, { accept });
        expect(reply.status).toBe(200);
        expect(reply.headers['content-type']).toBe('application/json');
      }
    },
  );

  it('is one of 300 concurrent invalid requests that cause no internal error', async () => {
    const invalid = [
      { path: `${BASE}/chatbot.sendMessage`, headers: JSON_TYPE, body: '{' },
      { path: `${BASE}/no.such?batch=1`, headers: { ...JSON_TYPE, ...STREAM }, body: '[' },
      { path: `${BASE}/chatbot.sendMessage`, headers: JSON_TYPE, body: 'x'.repeat(1_100_000) },
      { path: `${BASE}/consultations.record`, headers: JSON_TYPE, body: '['.repeat(10_000) },
      { path: `${BASE}/auth.me`, headers: { cookie: `session=${'x'.repeat(43)}` } },
      { method: 'PUT', path: `${BASE}/auth.me` },
    ];
    const requests = Array.from({ length: 50 }, () => invalid).flat();
    const replies = await Promise.all(requests.map((request) => scenario.send(request)));
    expect(replies).toHaveLength(300);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    for (const reply of replies) expectNoInternals(reply);
  });
});
