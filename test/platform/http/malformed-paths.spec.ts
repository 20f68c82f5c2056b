import request from 'supertest';
import { suitePlatform } from '../../support/platform';
import { sendRequest } from '../../support/raw-request';

describe('a path whose percent-encoding is malformed', () => {
  const platform = suitePlatform();
  let origin = '';
  beforeAll(async () => (origin = await platform.listen()));

  const METHODS = ['GET', 'POST', 'DELETE'];

  it.each([
    ...[
      '/fhir/Condition/%FF%FE',
      '/fhir/Encounter/%ED%A0%80',
      '/FHIR/Condition/%',
      '/fhir/%FF',
      '/fhir/%E0%A4%A',
    ],
    ...['/fhir/metadata/%zz?_format=json', '/fhir/%FF/%FF', '/fhir//%'],
  ])('gets 400 with an OperationOutcome for %s', async (path) => {
    for (const method of METHODS) {
      const response = await sendRequest(origin, { method, path });
      expect(response).toMatchObject({
        status: 400,
        headers: { 'content-type': 'application/fhir+json; charset=utf-8' },
      });
      expect(JSON.parse(response.text)).toEqual({
        resourceType: 'OperationOutcome',
        issue: [
          {
            severity: 'error',
            code: 'invalid',
            details: { text: expect.stringContaining('write % itself as %25') as unknown },
          },
        ],
      });
    }
  });

  it.each([
    '/api/trpc/%FF',
    '/api/trpc/auth.me%',
    '/api/trpc/auth.me,%E0%A4%A?batch=1',
    '/api/trpc/%ED%A0%80?input=%FF',
  ])('gets 400 with the error body of procedures for %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const response = await sendRequest(origin, { method, path });
      expect(response).toMatchObject({ status: 400, headers: { 'content-type': 'application/json' } });
      expect(JSON.parse(response.text)).toMatchObject({
        error: {
          json: {
            code: 'BAD_REQUEST',
            message: expect.stringContaining('write % itself as %25') as unknown,
            data: { httpStatus: 400 },
          },
        },
      });
    }
  });

  it.each([
    ...[
      '/%FF',
      '/%',
      '/api/%',
      '/api/%/x',
      '/fhir%',
      '/chat/assets/%FF',
      '/api/exports/%FF.csv',
      '/api/trpc%2f%FF',
    ],
    ...['/style.css%', '/api/oauth/%E0', '/livez%'],
  ])('gets 400 with the JSON of other errors for %s', async (path) => {
    for (const method of METHODS) {
      const response = await sendRequest(origin, { method, path });
      expect(response).toMatchObject({
        status: 400,
        headers: { 'content-type': 'application/json; charset=utf-8' },
      });
      const message: unknown = expect.stringContaining('write % itself as %25');
      expect(JSON.parse(response.text)).toMatchObject(
        path.startsWith('/api/')
          ? { error: { json: { code: 'BAD_REQUEST', message } } }
          : { statusCode: 400, error: 'Bad Request', message },
      );
    }
  });

  it.each(['/fhir/%41', '/%C3%A9', '/api/%25', '/fhir?%FF', '/nowhere?a=%'])(
    'is not that of %s, which has no route',
    async (path) => {
      await request(origin).get(path).expect(404);
    },
  );

  it('is not in the log', () => {
    expect(platform.logLines.filter((line) => line.includes('%'))).toEqual([]);
  });
});
