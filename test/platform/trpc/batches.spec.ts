import { z } from 'zod';
import { errorBody } from '../../support/plain-caller';
import type { RawResponse } from '../../support/raw-request';
import { BASE, JSON_TYPE, WireScenario, expectDecent, refusal } from './wire-scenario';

const STREAM = { 'trpc-accept': 'application/jsonl' } as const;
const answers = z.array(z.union([errorBody, z.strictObject({ result: z.unknown() })]));

/** What each call of a batch was answered: `ok`, or the code of its error. */
function codesOf(reply: RawResponse): string[] {
  expectDecent(reply);
  return answers
    .parse(JSON.parse(reply.text))
    .map((answer) => ('error' in answer ? answer.error.json.code : 'ok'));
}

describe('a batch', () => {
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

  async function batch(names: string, body: string, headers: Record<string, string> = {}): Promise<RawResponse> {
    const session = await scenario.administrator();
    const path = `${BASE}/${names}?batch=1`;
    return scenario.send({ path, headers: { ...JSON_TYPE, ...session, ...headers }, body });
  }

  const fifty = Array<string>(50).fill('specialties.list').join(',');

  it.each([
    ['', {}],
    [', streamed too,', STREAM],
  ])('holds fifty calls%s and not fifty-one', async (_case, headers) => {
    const path = (names: string) => `${BASE}/${names}?batch=1`;
    const full = await scenario.send({ method: 'GET', path: path(fifty), headers });
    expect(full.status).toBe(200);
    for (const names of [`${fifty},specialties.list`, ','.repeat(50), `${fifty}%2Cspecialties.list`]) {
      for (const method of ['GET', 'POST']) {
        const reply = await scenario.send({
          method,
          path: path(names),
          headers: { ...JSON_TYPE, ...headers },
        });
        expect(refusal(reply)).toStrictEqual({
          status: 400,
          code: 'BAD_REQUEST',
          message: 'a batch holds at most 50 calls',
        });
      }
    }
  });

  it('answers each call for itself, with status 207 where they differ', async () => {
    const body = JSON.stringify({
      0: { json: { year: 2024 } },
      1: { json: { year: 1 } },
      3: { json: { message: 'I cough' } },
    });
    const names =
      'health.pathologyStats,health.pathologyStats,no.such,chatbot.sendMessage,health.pathologyStats';
    const reply = await batch(names, body);
    expect(reply.status).toBe(207);
    expect(codesOf(reply)).toEqual(['ok', 'BAD_REQUEST', 'NOT_FOUND', 'ok', 'BAD_REQUEST']);
  });

  it('has the status of its calls where they agree', async () => {
    const reply = await batch('no.such,nor.this', '{}');
    expect(reply.status).toBe(404);
    expect(codesOf(reply)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });

  it('of one call is still an array', async () => {
    expect(codesOf(await batch('specialties.list', '{}'))).toEqual(['ok']);
  });

  it.each(['', ',', ',,,', 'auth.me,', ',auth.me', '__proto__.x,constructor.name', ' , '])(
    'with names such as %j finds no procedure for the empty ones',
    async (names) => {
      const codes = codesOf(await batch(encodeURIComponent(names), '{}'));
      expect(codes).toEqual(names.split(',').map((name) => (name === 'auth.me' ? 'ok' : 'NOT_FOUND')));
    },
  );

  it('takes the last of two inputs of one index, as JSON does', async () => {
    const body = '{"0":{"json":{"year":1}},"0":{"json":{"year":2024}}}';
    expect(codesOf(await batch('health.pathologyStats', body))).toEqual(['ok']);
  });

  it.each([
    '{"1":{"json":{"year":2024}}}',
    '{"00":{"json":{"year":2024}}}',
    '{"-1":{"json":{}}}',
    '{"json":{"year":2024}}',
  ])('does not take %s for the input of its first call', async (body) => {
    expect(codesOf(await batch('health.pathologyStats', body))).toEqual(['BAD_REQUEST']);
  });

  it.each(['[]', 'null', '7', '"x"', '[{"json":{"year":2024}}]'])(
    'whose inputs are %s is told what is expected, call by call',
    async (body) => {
      expect(codesOf(await batch('health.pathologyStats,specialties.list', body))).toEqual([
        'BAD_REQUEST',
        'ok',
      ]);
    },
  );

  it.each(['{', '', '\0'])('whose body is %j is refused, or has no inputs', async (body) => {
    const reply = await batch('health.pathologyStats,health.medicationStats', body);
    expect(reply.status).toBe(400);
    expectDecent(reply);
  });

  it.each(['?batch=0', '?batch=', '?batch', '?batch=true', '?batch=11', '?batch=2&batch=1'])(
    'is only what says batch=1: %s is a single call',
    async (query) => {
      const headers = await scenario.administrator();
      const reply = await scenario.send({ method: 'GET', path: `${BASE}/auth.me,auth.me${query}`, headers });
      expect(refusal(reply)).toMatchObject({ status: 404 });
    },
  );

  describe('that is streamed', () => {
    /** Every line of a streamed answer is JSON, and none shows the inside. */
    function linesOf(reply: RawResponse): unknown[] {
      expectDecent(reply);
      return reply.text
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line));
    }

    it('answers good and bad calls each for itself', async () => {
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
      ['of an unknown kind', '{"0":{"json":{"year":2024},"meta":{"values":{"year":["nonsense"]}}}}'],
      ['a prototype', '{"0":{"json":{"year":2024},"meta":{"values":{"__proto__.polluted":["Date"]}}}}'],
      [
        'equal to a prototype',
        '{"0":{"json":{"year":2024},"meta":{"referentialEqualities":{"year":["constructor.prototype.polluted"]}}}}',
      ],
      ['under a prototype', '{"__proto__":{"json":{"polluted":true}}}'],
      ['with a NUL character', '{"0":{"json":{"message":"\\u0000"}}}'],
    ])('with inputs that are %s is answered in an orderly way', async (_case, body) => {
      for (const names of ['health.pathologyStats', 'chatbot.sendMessage', 'no.such']) {
        const reply = await batch(names, body, STREAM);
        expect(reply.text).not.toContain('INTERNAL_SERVER_ERROR');
        linesOf(reply);
      }
    });

    it.each(['{', '%', '%E0%A4%A', 'null', '[]', '%7B%220%22%3A7%7D'])(
      'with the query input %j is answered in an orderly way',
      async (input) => {
        const headers = { ...STREAM, ...(await scenario.administrator()) };
        const path = `${BASE}/health.pathologyStats?batch=1&input=${input}`;
        const reply = await scenario.send({ method: 'GET', path, headers });
        expect(reply.text).not.toContain('INTERNAL_SERVER_ERROR');
        linesOf(reply);
      },
    );

    it('by POST without a body is answered, and does not wait for one', async () => {
      const headers = { ...STREAM, ...(await scenario.administrator()) };
      const names = ['auth.logout', 'health.pathologyStats', 'chatbot.sendMessage'];
      for (const name of names) {
        const reply = await scenario.send({ path: `${BASE}/${name}?batch=1`, headers });
        expect(reply.text).not.toContain('INTERNAL_SERVER_ERROR');
        linesOf(reply);
      }
    });

    it('takes ?input= by POST where there is no body', async () => {
      const headers = { ...STREAM, ...(await scenario.administrator()) };
      const input = encodeURIComponent('{"0":{"json":{"year":2024}}}');
      const reply = await scenario.send({
        path: `${BASE}/health.pathologyStats?batch=1&input=${input}`,
        headers,
      });
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
    ])('at %j with %j is answered in an orderly way', async (name, query) => {
      const headers = { ...STREAM, ...(await scenario.administrator()) };
      const path = `${BASE}/${name}?batch=1${query}`;
      for (const method of ['GET', 'POST']) {
        const reply = await scenario.send({
          method,
          path,
          headers: { ...headers, ...JSON_TYPE },
          body: '{}',
        });
        expect(reply.status).not.toBe(500);
        expect(reply.text).not.toContain('INTERNAL_SERVER_ERROR');
        expectDecent(reply);
      }
    });

    it('says so where it mixes queries and mutations', async () => {
      expect(refusal(await batch('auth.me,auth.logout', '{}', STREAM))).toStrictEqual({
        status: 400,
        code: 'BAD_REQUEST',
        message: 'a streamed batch holds queries or mutations, not both',
      });
    });

    it('is held to the same limits as any other', async () => {
      const large = await batch('chatbot.sendMessage', 'x'.repeat(2 * 1024 * 1024), STREAM);
      expect(refusal(large)).toMatchObject({ status: 413 });
      const text = await batch('chatbot.sendMessage', '{}', { ...STREAM, 'content-type': 'text/plain' });
      expect(refusal(text)).toMatchObject({ status: 415 });
      const put = { method: 'PUT', path: `${BASE}/auth.me?batch=1`, headers: STREAM };
      expect(refusal(await scenario.send(put))).toMatchObject({ status: 405 });
      const get = {
        method: 'GET',
        path: `${BASE}/auth.me?batch=1`,
        headers: { ...STREAM, ...JSON_TYPE },
        body: '{}',
      };
      expect(refusal(await scenario.send(get)).message).toBe(
        'a streamed GET takes its input as ?input=, not as a body',
      );
    });

    it('refuses who may not call, and a mutation by GET', async () => {
      const me = await scenario.send({ path: `${BASE}/auth.me?batch=1`, headers: STREAM });
      expect(JSON.stringify(linesOf(me))).toContain('Please login (10001)');
      const signedIn = { ...STREAM, ...(await scenario.administrator()) };
      const path = `${BASE}/auth.logout?batch=1`;
      const byGet = await scenario.send({ method: 'GET', path, headers: signedIn });
      linesOf(byGet);
      expect(byGet.text).toContain('METHOD_NOT_SUPPORTED');
      const again = await scenario.send({ method: 'GET', path: `${BASE}/auth.me`, headers: signedIn });
      expect(again.status).toBe(200);
      expect(byGet.headers['set-cookie']).toBeUndefined();
    });
  });

  it.each(['text/event-stream', 'text/html', '*/*;q=0', '\xff'])(
    'or single call that accepts %j is answered with plain JSON',
    async (accept) => {
      for (const path of [`${BASE}/specialties.list`, `${BASE}/specialties.list?batch=1`]) {
        const reply = await scenario.send({ method: 'GET', path, headers: { accept } });
        expect(reply.status).toBe(200);
        expect(reply.headers['content-type']).toBe('application/json');
      }
    },
  );

  it('among three hundred bad requests at once leaves the server as it was', async () => {
    const bad = [
      { path: `${BASE}/chatbot.sendMessage`, headers: JSON_TYPE, body: '{' },
      { path: `${BASE}/no.such?batch=1`, headers: { ...JSON_TYPE, ...STREAM }, body: '[' },
      { path: `${BASE}/chatbot.sendMessage`, headers: JSON_TYPE, body: 'x'.repeat(1_100_000) },
      { path: `${BASE}/consultations.record`, headers: JSON_TYPE, body: '['.repeat(10_000) },
      { path: `${BASE}/auth.me`, headers: { cookie: `session=${'x'.repeat(43)}` } },
      { method: 'PUT', path: `${BASE}/auth.me` },
    ];
    const flood = Array.from({ length: 50 }, () => bad).flat();
    const replies = await Promise.all(flood.map((sent) => scenario.send(sent)));
    expect(replies).toHaveLength(300);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    for (const reply of replies) expectDecent(reply);
  });
});
