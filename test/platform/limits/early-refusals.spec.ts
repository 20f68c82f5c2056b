import request from 'supertest';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { FairTurns } from '../../../src/platform/limits/fair-turns';
import { MAX_UNANSWERED } from '../../../src/platform/http/unanswered-requests';
import { suitePlatform } from '../../support/platform';
import { parseResponse } from '../../support/raw-request';

const EXPORT = '/api/exports/summary.csv?period=2026';
const FHIR_PATHS = ['/fhir', '/FHIR/metadata', '/fhir/Condition/1', '/fhir?_format=json'];
const JSON_PATHS = [EXPORT, '/api/openapi.json', '/fhirs', '/nowhere'];

const anonymous = (address: string) => ({ accountId: null, address });

/** Returns the error of the turns for a caller of whom too many pieces wait, or while too many of all callers wait. */
function refusalOf(waiting: readonly string[]): unknown {
  const turns = new FairTurns();
  const [first = ''] = waiting;
  for (let count = 0; count < 30_000; count += waiting.length)
    try {
      for (const address of waiting) void turns.take(anonymous(address));
    } catch (error) {
      return error;
    }
  throw new Error(`${first} was never refused`);
}

const NETWORKS = Array.from({ length: 100 }, (_, index) => `198.51.100.${index}`);

describe('a request that is refused before its route is known', () => {
  const platform = suitePlatform();
  let origin = '';
  beforeAll(async () => (origin = await platform.listen()));
  afterEach(() => jest.restoreAllMocks());

  function refuseTurns(error: unknown): void {
    jest.spyOn(platform.app.get(FairTurns), 'take').mockImplementation(() => {
      throw error;
    });
  }

  const tooMany = { refusal: refusalOf(['192.0.2.1']), status: 429, issue: 'throttled' };
  const busy = { refusal: refusalOf(NETWORKS), status: 503, issue: 'transient' };

  describe.each([
    ['the caller has too many calls', tooMany],
    ['all callers have too many calls', busy],
  ])('because %s', (_case, { refusal, status, issue }) => {
    beforeEach(() => {
      refuseTurns(refusal);
    });

    it.each(FHIR_PATHS)('gets an OperationOutcome at %s', async (path) => {
      const response = await request(platform.server).get(path).expect(status);
      expect(response.headers).toMatchObject({
        'content-type': 'application/fhir+json; charset=utf-8',
        'retry-after': '2',
        'cache-control': 'no-store',
        'x-request-id': expect.any(String) as unknown,
      });
      expect(JSON.parse(response.text)).toEqual({
        resourceType: 'OperationOutcome',
        issue: [
          {
            severity: 'error',
            code: issue,
            details: { text: expect.stringMatching(/^Too many /) as unknown },
          },
        ],
      });
    });

    it.each(JSON_PATHS)('gets the JSON of other errors at %s', async (path) => {
      const response = await request(platform.server).get(path).expect(status);
      expect(response.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'retry-after': '2',
        'cache-control': 'no-store',
      });
      expect(response.body).toEqual({
        statusCode: status,
        error: status === 429 ? 'Too Many Requests' : 'Service Unavailable',
        message: expect.stringMatching(/^Too many /) as unknown,
      });
    });

    it('gets a page in the language of the browser', async () => {
      const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'fr' };
      const response = await request(platform.server).get('/').set(headers).expect(status);
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'retry-after': '2',
      });
      expect(response.text).toContain('<html lang="fr"');
      expect(response.text).toContain('allez maintenant à l’hôpital');
    });

    it('is answered at a probe all the same', async () => {
      await request(platform.server).get('/livez').expect(200);
    });
  });

  /** Sends one request more than may wait on a connection. @returns the last response */
  async function sendTooMany(path: string) {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(MAX_UNANSWERED + 1));
    const responses = await text(socket);
    return parseResponse(responses.slice(responses.lastIndexOf('HTTP/1.1 ')));
  }

  describe('because its connection has too many requests', () => {
    const expected = (type: string) => ({
      status: 429,
      headers: {
        'content-type': type,
        'retry-after': '1',
        connection: 'close',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String) as unknown,
      },
    });

    it('gets an OperationOutcome under /fhir', async () => {
      const response = await sendTooMany('/fhir/metadata');
      expect(response).toMatchObject(expected('application/fhir+json; charset=utf-8'));
      expect(JSON.parse(response.text)).toMatchObject({ issue: [{ code: 'throttled' }] });
    });

    it('gets the JSON of other errors at another route', async () => {
      const response = await sendTooMany(EXPORT);
      expect(response).toMatchObject(expected('application/json; charset=utf-8'));
      expect(JSON.parse(response.text)).toMatchObject({ statusCode: 429, error: 'Too Many Requests' });
    });

    it('gets the error body of procedures at a procedure', async () => {
      const response = await sendTooMany('/api/trpc/specialties.list');
      expect(response).toMatchObject(expected('application/json'));
      expect(JSON.parse(response.text)).toMatchObject({
        error: { json: { code: 'TOO_MANY_REQUESTS', data: { httpStatus: 429, rpc: -32_029 } } },
      });
    });
  });
});
