import { contracts } from '../../../src/app-router';
import { proceduresOf } from '../../../src/platform/contract/procedures';
import {
  BASE,
  JSON_TYPE,
  PROCEDURES,
  TransportScenario,
  expectNoInternals,
  expectDocumentedResponse,
  clientError,
} from './transport-scenario';

const STREAM_HEADER = 'trpc-accept: application/jsonl\r\n';
const GET = `GET ${BASE}/specialties.list`;

describe('a request line', () => {
  const scenario = TransportScenario.forSuite();

  afterEach(() => scenario.expectHealthy());

  /** Sends the first lines of a request, without a body, and closes the connection. */
  const sendHead = (lines: string) => scenario.sendBytes(`${lines}Connection: close\r\n\r\n`);

  it.each([
    ...['', '/', '/auth', '/auth.', '/.me', '/.', '/auth.me.x', '/auth.me/', '/auth/me', '//auth.me'],
    ...['/x/auth.me', '/AUTH.ME', '/auth.__proto__', '/__proto__.x', '/constructor.name', '/toString'],
    ...['/auth.constructor', '/auth.me.call', '/createCaller', '/_def', '/auth.me%00', '/auth.me,auth.me'],
    ...['/%2e%2e%2flivez', '/../../livez'],
    ...[`/${'x'.repeat(5_000)}`, `/${'.'.repeat(5_000)}`, `/${'%F0%9F%A4%92'.repeat(400)}`],
  ])('for an unknown procedure at %j gets NOT_FOUND', async (path) => {
    for (const method of ['GET', 'POST']) {
      const reply = await scenario.send({ method, path: `${BASE}${path}` });
      expect(clientError(reply)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  it('with more than 100 parameters is refused', async () => {
    const get = (count: number) =>
      scenario.send({ method: 'GET', path: `${BASE}/specialties.list?${'a&'.repeat(count - 1)}a` });
    expect((await get(100)).status).toBe(200);
    expect(clientError(await get(101))).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      message: 'a URL has at most 100 parameters',
    });
  });

  it.each([
    ...['/api', '/api/', '/api/trpcx', '/API/TRPC/auth.me', '//api/trpc/auth.me'],
    ...['/nowhere', '/__proto__'],
  ])('for %j, which is no procedure, gets 404 without implementation details', async (path) => {
    const body = '{"0":{"json":{}}}';
    for (const method of ['GET', 'POST']) {
      const reply = await scenario.send({ method, path, headers: JSON_TYPE, body });
      expectNoInternals(reply);
      expect(reply.status).toBe(404);
    }
  });

  it.each([`/${'x'.repeat(5_000)}`, '/..%2f..%2fetc%2fpasswd', '/%00'])(
    'for %j, which has no route, gets 404 without implementation details',
    async (path) => {
      const reply = await scenario.send({ method: 'GET', path });
      expectNoInternals(reply);
      expect(reply.status).toBe(404);
    },
  );

  it.each(['/', '/livez', '/readyz', '/nowhere', '/api/oauth/login', '/api/oauth/callback'])(
    'for %s with an invalid body gets 404',
    async (path) => {
      for (const body of ['x'.repeat(2 * 1024 * 1024), '[', '\0']) {
        const reply = await scenario.send({ method: 'POST', path, headers: JSON_TYPE, body });
        expectNoInternals(reply);
        expect(reply.status).toBe(404);
      }
    },
  );

  it.each(PROCEDURES)('for %s by another method gets 405 with the allowed methods', async (procedure) => {
    const path = `${BASE}/${procedure}`;
    const { kind, input } =
      new Map(proceduresOf(contracts).map((known) => [known.path, known.contract])).get(procedure) ?? {};
    const allowed = kind === 'mutation' ? 'POST' : 'GET, POST';
    const message =
      kind !== 'mutation'
        ? 'expected GET or POST'
        : input
          ? 'expected POST with the input as a JSON body'
          : 'expected POST';
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const reply = await scenario.send({ method, path, headers: JSON_TYPE, body: '{' });
      expect(clientError(reply)).toStrictEqual({
        status: 405,
        code: 'METHOD_NOT_SUPPORTED',
        message,
      });
      expect(reply.headers.allow).toBe(allowed);
    }
    const head = await scenario.send({ method: 'HEAD', path });
    expect(head).toMatchObject({ status: 405, text: '' });
    expect(head.headers.allow).toBe(allowed);
  });

  describe.each([
    ['', GET],
    ['a streamed call’s ', `${GET}?batch=1`],
  ])('with %s', (streamed, line) => {
    const accept = streamed ? STREAM_HEADER : '';

    it.each(['[', ']', '', '@', '://', 'x y', 'x:99999', '%', '"', 'a'.repeat(4_000)])(
      'Host header %j gets 200',
      async (host) => {
        const reply = await sendHead(`${line} HTTP/1.1\r\nHost: ${host}\r\n${accept}`);
        expect(reply.status).toBe(200);
        expectNoInternals(reply);
        expect(reply.text).toContain('Cardiology');
      },
    );

    it('no Host header gets 200 in HTTP/1.0 and 400 in HTTP/1.1', async () => {
      const old = await scenario.sendBytes(`${line} HTTP/1.0\r\n${accept}\r\n`);
      expect(old.status).toBe(200);
      const reply = await sendHead(`${line} HTTP/1.1\r\n${accept}`);
      expect(reply.status).toBe(400);
    });

    it.each(['http://elsewhere.example', 'http://[', 'HTTP://u:p@x:1', 'https://h'])(
      'the absolute form %s gets 200',
      async (authority) => {
        const absolute = line.replace('GET ', `GET ${authority}`);
        const reply = await sendHead(`${absolute} HTTP/1.1\r\nHost: x\r\n${accept}`);
        expect(reply.status).toBe(200);
        expectNoInternals(reply);
      },
    );
  });

  it.each(['OPTIONS *', 'GET *', 'GET http://', 'GET ?', 'GET #'])(
    'of the form %j causes no internal error',
    async (line) => {
      const reply = await sendHead(`${line} HTTP/1.1\r\nHost: x\r\n`);
      expect(reply.status).toBeLessThan(500);
    },
  );

  it.each([
    'rubbish\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nno colon here\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  ])('that is not HTTP, %j, gets 400 or 431', async (bytes) => {
    const { status } = await scenario.sendBytes(bytes);
    expect([400, 431]).toContain(status);
  });

  it('with repeated headers gets a documented response', async () => {
    const { cookie } = await scenario.administrator();
    const twice = `Cookie: ${cookie}\r\nCookie: theme=dark\r\nX-Request-Id: first-one\r\nX-Request-Id: second-one\r\n`;
    const reply = await sendHead(`GET ${BASE}/auth.me HTTP/1.1\r\nHost: x\r\n${twice}`);
    expect(reply.status).toBe(200);
    expectNoInternals(reply);
    const types = `Content-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n`;
    const typed = await scenario.sendBytes(
      `POST ${BASE}/specialties.list HTTP/1.1\r\nHost: x\r\n${types}Connection: close\r\n\r\n{}`,
    );
    expectDocumentedResponse(typed);
  });

  it('with two Authorizations is refused, whichever is valid', async () => {
    for (const [first, second] of [
      ['Bearer a', 'Bearer b'],
      ['Basic a', 'Bearer b'],
      ['a', 'a'],
    ]) {
      const headers = `Authorization: ${first}\r\nAUTHORIZATION: ${second}\r\n`;
      for (const name of ['auth.me', 'specialties.list']) {
        const { status, message } = clientError(
          await sendHead(`GET ${BASE}/${name} HTTP/1.1\r\nHost: x\r\n${headers}`),
        );
        expect({ status, message }).toEqual({
          status: 400,
          message: 'Authorization: the header may occur once',
        });
      }
    }
  });

  it('with two session cookies is refused, in any order', async () => {
    const { cookie } = await scenario.administrator();
    const invalid = `session=${'x'.repeat(43)}`;
    for (const header of [`${cookie}; ${invalid}`, `${invalid}; ${cookie}`, `${cookie}; ${cookie}`]) {
      const { status, message } = clientError(await scenario.get('auth.me', { cookie: header }));
      expect(status).toBe(400);
      expect(message).toContain('two cookies are named session');
    }
    expect((await scenario.get('auth.me', { cookie })).status).toBe(200);
  });

  it.each([
    ...[';', '=', 'session', '; ; session=;=;', 'session=%E0%A4%A', '\xff\xfe'],
    `session=${'x'.repeat(8_000)}`,
  ])('with the cookie header %j gets a documented response', async (cookie) => {
    expectDocumentedResponse(await scenario.get('auth.me', { cookie }));
  });

  it.each(['../../etc/passwd', 'x'.repeat(65), 'Wanjiru-Kamau', '<script>alert(1)</script>'])(
    'with the invalid request id %j gets a new one',
    async (id) => {
      const reply = await scenario.get('specialties.list', { 'x-request-id': id });
      expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});
