import request, { type Response } from 'supertest';
import { findJsonError } from '../../../src/platform/http/json-error';
import { CONSULTATION } from '../../contract/consultations';
import { failure } from '../../support/plain-caller';
import { suitePlatform } from '../../support/platform';

describe('a request that is nearly right', () => {
  const platform = suitePlatform();
  let cookies: { ministry: string; doctor: string };

  beforeAll(async () => {
    const ministry = await platform.session({ role: 'ministry', country: 'KE' });
    const doctor = await platform.session({ role: 'doctor', country: 'KE' });
    cookies = { ministry, doctor };
  });

  const get = (path: string, cookie = ''): request.Test =>
    request(platform.server).get(path).set('Cookie', cookie);
  const record = (text: string): request.Test =>
    request(platform.server)
      .post('/api/trpc/consultations.record')
      .set('Cookie', cookies.doctor)
      .type('json')
      .send(text);
  const messageOf = (response: Response): string => failure(response).message;

  it('with the fields in the URL is told to write them into `input`', async () => {
    const url = '/api/trpc/health.pathologyStats';
    expect(failure(await get(`${url}?year=2026&Month=3&name=Amina`, cookies.ministry))).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      message:
        'input: write year, month into one parameter, as JSON that is encoded for a URL: ?input={"json":{"year":…}}; or into a JSON body',
    });
    expect((await get(`${url}?input={"json":{"year":2026}}&year=2026`, cookies.ministry)).status).toBe(200);
    const post = await request(platform.server)
      .post('/api/trpc/consultations.record?patientId=P-SECRET')
      .set('Cookie', cookies.doctor);
    expect(messageOf(post)).toBe('input: write patientId into a JSON body: {"json":{"patientId":…}}');
  });

  it.each([
    ['auth.me/', 'auth.me'],
    ['auth/me', 'auth.me'],
    ['/auth.me', 'auth.me'],
    ['Auth.Me', 'auth.me'],
    ['auth.mee', 'auth.me'],
    ['specialities.list', 'specialties.list'],
    ['health.pathology_stats', 'health.pathologyStats'],
    ['Consultations/Record_Many/', 'consultations.recordMany'],
  ])('is told the name of the procedure: %s', async (name, meant) => {
    expect(failure(await get(`/api/trpc/${name}`))).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: `no procedure has this name: did you mean ${meant}?`,
    });
  });

  it.each(['', '?batch=1', 'P-10482', 'a'.repeat(5_000)])(
    'is told where procedures are: %#',
    async (name) => {
      const response = await get(`/api/trpc/${name}`);
      const { error } = [response.body].flat()[0] as { error: { json: { message: string } } };
      expect(error.json.message).toBe(
        'no procedure has this name: a URL is /api/trpc/<router>.<procedure>, such as /api/trpc/auth.me, and /api/docs lists all',
      );
    },
  );

  it.each([
    ['/api', ''],
    ['/api/', ''],
    ['/api/trp/auth.me', ': did you mean /api/trpc/auth.me?'],
    ['/api/trp/P-10482', ''],
    ['/API/TRPC/auth.me', ': did you mean /api/trpc/auth.me?'],
    ['/api/auth.me', ': did you mean /api/trpc/auth.me?'],
    ['/api/trpcs/auth/me', ': did you mean /api/trpc/auth.me?'],
    ['/api/exports/nothing.csv', ''],
    ['/api/oauth', ''],
  ])('gets the one error body at %s', async (path, hint) => {
    for (const method of ['get', 'post'] as const) {
      const response = await request(platform.server)[method](path);
      const hintOrList =
        hint || ': procedures are at /api/trpc/<router>.<procedure>, and /api/docs lists all';
      expect(failure(response)).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        message: `nothing is at this address${hintOrList}`,
      });
      expect(response.text).not.toContain('10482');
    }
  });

  it('gets the one error body for a malformed path', async () => {
    expect(failure(await get('/api/trp/%zz'))).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  it('leaves the errors of other routes and of pages as they are', async () => {
    expect((await get('/nothing')).body).toMatchObject({ statusCode: 404 });
    expect((await get('/api/exports/summary.csv')).body).toMatchObject({ statusCode: 401 });
    expect((await get('/fhir/nothing')).body).toMatchObject({ resourceType: 'OperationOutcome' });
  });

  it('with a day that no month has is told how many it has', async () => {
    const at = async (consultationDate: string) =>
      messageOf(await record(JSON.stringify({ json: { ...CONSULTATION, consultationDate } })));
    expect(await at('2026-02-31T09:30:00Z')).toBe(
      'consultationDate: there is no such day: this month has 28 days',
    );
    expect(await at('2024-02-30T09:30:00Z')).toMatch(/has 29 days$/);
    expect(await at('2026-04-31')).toMatch(/has 30 days$/);
    const object = { json: { ...CONSULTATION, consultationDate: { toString: 1 } } };
    expect(messageOf(await record(JSON.stringify(object)))).toMatch(
      /^consultationDate: expected an ISO 8601/,
    );
    expect(await at('2026-13-01T09:30:00Z')).toMatch(/^consultationDate: expected an ISO 8601/);
  });

  it.each([
    ['{"json":', 'it ends too early (line 1, column 9)'],
    ['{"json":{"patientId":"P-1",}}', 'unexpected character (line 1, column 28)'],
    ["{'json':{}}", 'unexpected character (line 1, column 2)'],
    ['{\n  "json": {\n    "a": 01\n  }\n}', 'unexpected character (line 3, column 10)'],
    ['{"json":{}} x', 'unexpected character (line 1, column 13)'],
    ['{"json":"a\nb"}', 'unexpected character (line 1, column 9)'],
  ])('with invalid JSON is told the position: %j', async (text, problem) => {
    expect(messageOf(await record(text))).toBe(`the input is not valid JSON: ${problem}`);
  });

  it('finds no error in JSON, and one in each text that is none', () => {
    const parts = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-0.5e+3',
      'true',
      'null',
      ' ',
      '\n',
      '"\\u00e9"',
      'x',
      'True',
    ];
    let seed = 7;
    const next = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max;
    for (let round = 0; round < 5_000; round += 1) {
      const text = Array.from({ length: next(8) }, () => parts[next(parts.length)]).join('');
      expect([text, findJsonError(text) === undefined]).toEqual([text, isJson(text)]);
    }
    expect(findJsonError(`[${'0,'.repeat(50_000)}`)).toBeUndefined();
  });

  it.each([
    ['put consultations.record', 'expected POST with the input as a JSON body', 'POST'],
    ['get consultations.record', 'expected POST with the input as a JSON body', 'POST'],
    ['put auth.logout', 'expected POST', 'POST'],
    ['put auth.me', 'expected GET or POST', 'GET, POST'],
    ['put nothing', 'expected GET or POST', 'GET, POST'],
  ])('by %s is told the method', async (call, message, allow) => {
    const [method, name] = call.split(' ');
    const url = `/api/trpc/${name}`;
    const agent = request(platform.server);
    const response = await (method === 'get' ? agent.get(url) : agent.put(url));
    expect(failure(response)).toEqual({ status: 405, code: 'METHOD_NOT_SUPPORTED', message });
    expect(response.headers.allow).toBe(allow);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
