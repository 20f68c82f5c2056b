import request from 'supertest';
import { contracts } from '../../../src/app-router';
import { listDocumentedErrors } from '../../../src/integrations/reference/documented-errors';
import { listPlainRoutes } from '../../../src/integrations/reference/routes/plain-routes';
import { proceduresOf } from '../../../src/platform/contract/procedures';
import { suitePlatform } from '../../support/platform';
import { ServedOpenApi } from './served-openapi';

const ROUTES = listPlainRoutes('http://localhost:3000');
const PROCEDURES = proceduresOf(contracts);
const LIMIT_HEADERS = ['ratelimit', 'ratelimit-policy', 'retry-after'];
const BODY_STATUSES = ['408', '413', '429', '503'];

/** Limits and times differ from those of the example. */
const withoutNumbers = (json: string): unknown => JSON.parse(json.replace(/\b\d+\b/g, '0'));

describe('the documented limits of callers', () => {
  const platform = suitePlatform({ TRUST_PROXY: '1', CALLS_PER_MINUTE_PER_ADDRESS: '1' });
  let served: ServedOpenApi;

  beforeAll(async () => {
    served = await ServedOpenApi.fetch(platform);
  });

  async function callTwice(path: string): Promise<request.Response> {
    const address = `2001:db8:${path.length}::1`;
    const get = () => request(platform.server).get(path).set('x-forwarded-for', address);
    await get();
    return get();
  }

  it('have the text and the headers of a refused procedure', async () => {
    const procedure = PROCEDURES.find(({ path }) => path === 'specialties.list');
    if (!procedure) throw new Error('no such procedure');
    const documented = listDocumentedErrors(procedure).find(({ name }) => name === 'callLimit');
    const response = await callTwice('/api/trpc/specialties.list');
    expect(response.status).toBe(429);
    expect(withoutNumbers(response.text)).toEqual(withoutNumbers(JSON.stringify(documented?.body)));
    for (const header of LIMIT_HEADERS) {
      expect(response.headers).toHaveProperty(header);
      expect(served.findOperation('specialties.list', 'get').responses['429']?.headers).toHaveProperty(
        header,
      );
    }
  });

  it.each(['/fhir/metadata', '/api/exports/summary.csv'])('have the text of a refused %s', async (path) => {
    const route = ROUTES.find((candidate) => candidate.path === path);
    if (!route) throw new Error(`${path} is not documented`);
    const documented = route.failures.find(({ name }) => name === 'callLimit');
    const response = await callTwice(path);
    expect(response.status).toBe(429);
    expect(withoutNumbers(response.text)).toEqual(withoutNumbers(JSON.stringify(documented?.body)));
    expect(served.listRouteProblems(route, response)).toEqual([]);
  });

  it('are with every operation that reads a body', () => {
    for (const { path } of PROCEDURES)
      expect(Object.keys(served.findOperation(path, 'post').responses)).toEqual(
        expect.arrayContaining(BODY_STATUSES),
      );
    const bundle = ROUTES.find(({ method }) => method === 'post');
    if (!bundle) throw new Error('no route reads a body');
    expect(Object.keys(served.findRouteOperation(bundle).responses)).toEqual(
      expect.arrayContaining(BODY_STATUSES),
    );
  });

  it('are with every response, as headers', () => {
    for (const { path } of PROCEDURES)
      for (const { headers } of Object.values(served.findOperation(path, 'post').responses))
        expect(headers).toMatchObject({
          ratelimit: { $ref: '#/components/headers/RateLimit' },
          'ratelimit-policy': { $ref: '#/components/headers/RateLimitPolicy' },
        });
  });
});
