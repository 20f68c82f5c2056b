import request from 'supertest';
import { z } from 'zod';
import { BodyBudget } from '../../../src/platform/http/body-budget';
import { REQUEST_ID } from '../../../src/integrations/reference/error-texts';
import { exampleBundle } from '../../../src/integrations/reference/routes/fhir-examples';
import {
  type PlainRoute,
  listExampleQuery,
  selectFailureFormat,
} from '../../../src/integrations/reference/routes/plain-route';
import { listPlainRoutes } from '../../../src/integrations/reference/routes/plain-routes';
import { FairTurns, TOO_BUSY } from '../../../src/platform/limits/fair-turns';
import { TooBusyException } from '../../../src/platform/limits/too-busy.exception';
import { OutageScenario } from '../../platform/outages/outage-scenario';
import { type Platform, suitePlatform } from '../../support/platform';
import { ServedOpenApi } from './served-openapi';

const PUBLIC_URL = 'http://localhost:3000';
const ROUTES = listPlainRoutes(PUBLIC_URL);
const PROTECTED = ROUTES.filter(({ access }) => access !== 'anyone');

/** Errors that a single request cannot cause. */
const NOT_REPRODUCIBLE = new Set(['busy', 'callLimit', 'keyInUse', 'ownBodies', 'tooSlow', 'unexpected']);
const FAILURES = ROUTES.flatMap((route) =>
  route.failures
    .filter(({ name }) => !NOT_REPRODUCIBLE.has(name))
    .map(({ name }) => ({ route, name, method: route.method, path: route.path })),
);

const bundleSchema = z.object({
  entry: z.array(z.object({ response: z.object({ status: z.string(), location: z.string() }) })),
});

describe('plain HTTP routes compared with the reference', () => {
  const platform = suitePlatform({ PUBLIC_URL });
  let served: ServedOpenApi;
  let adminCookie: string;
  /** A platform whose database cannot be reached. */
  let outage: OutageScenario;
  /** URLs of the resources of the example Bundle. */
  let locations: readonly string[] = [];

  beforeAll(async () => {
    served = await ServedOpenApi.fetch(platform);
    adminCookie = await platform.session({ role: 'admin', country: '*' });
    const recorded = await send(findRoute('/fhir'), adminCookie).expect(200);
    outage = await OutageScenario.start({ PUBLIC_URL });
    await outage.link.enter('refused');
    locations = bundleSchema.parse(recorded.body).entry.map(({ response }) => response.location);
  });

  afterAll(() => outage.close());

  function findRoute(path: string): PlainRoute {
    const route = ROUTES.find((candidate) => candidate.path === path);
    if (!route) throw new Error(`${path} is not documented`);
    return route;
  }

  function send(
    route: PlainRoute,
    cookie?: string,
    target: Platform['server'] | string = platform.server,
  ): request.Test {
    const { method, path, body } = route;
    const [, type] = /^\/fhir\/(\w+)\/\{id\}$/.exec(path) ?? [];
    const location = locations.find((url) => type !== undefined && url.includes(`/${type}/`));
    const address = location?.replace(PUBLIC_URL, '') ?? path.replace('{id}', 'none');
    const query = listExampleQuery(route);
    const names = [...new Set(query.map(({ key }) => key))];
    const valuesOf = (name: string) => query.flatMap(({ key, value }) => (key === name ? value : []));
    const agent = request(target);
    const call = method === 'post' ? agent.post(address) : agent.get(address);
    void call.query(Object.fromEntries(names.map((name) => [name, valuesOf(name)])));
    if (cookie !== undefined) void call.set('Cookie', cookie);
    return body ? call.type(body.mediaType).send(JSON.stringify(body.example)) : call;
  }

  it.each(ROUTES)('$method $path returns 200 with the documented media type', async (route) => {
    const response = await send(route, adminCookie);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toContain(route.response.mediaType);
    expect(response.headers).toHaveProperty('x-request-id');
  });

  /** Requests that cause each error, by its name. */
  const CAUSES: Readonly<Record<string, (route: PlainRoute) => request.Test | Promise<request.Response>>> = {
    twoCredentials: (route) => send(route, adminCookie).set('Authorization', 'Bearer x'),
    login: (route) => send(route),
    invalidLogin: (route) => send(route, `session=${'x'.repeat(43)}`),
    role: async (route) => send(route, await platform.session({ role: 'user' })),
    wrongParameter: (route) => send(route, adminCookie).query({ country: 'XX', countries: 'XX' }),
    missing: ({ path }) =>
      request(platform.server).get(path.replace('{id}', 'none')).set('Cookie', adminCookie),
    notAcceptable: (route) => send(route, adminCookie).set('Accept', 'application/fhir+xml'),
    unreadable: () => post('{"resourceType":'),
    method: ({ path }) => request(platform.server).put(path.replace('{id}', 'none')),
    unknownType: () => post(buildBundle({ resourceType: 'Conditon' })),
    wrongKey: () => post(JSON.stringify(exampleBundle)).set('Idempotency-Key', 'two words'),
    severalMatches: () => {
      const [encounter, condition] = exampleBundle.entry;
      const reference = 'Encounter?identifier=2026-000391';
      const ambiguousCondition = {
        ...condition,
        resource: { ...condition?.resource, encounter: { reference } },
      };
      const other = { ...encounter, fullUrl: 'urn:uuid:other' };
      return post(JSON.stringify({ ...exampleBundle, entry: [encounter, ambiguousCondition, other] }));
    },
    modifierExtension: () => post(buildBundle({ modifierExtension: [{ url: 'urn:x', valueBoolean: true }] })),
    keyReused: async () => {
      await post(JSON.stringify(exampleBundle)).set('Idempotency-Key', 'used').expect(200);
      return post(buildBundle(undefined)).set('Idempotency-Key', 'used');
    },
    wrongElement: () => post(buildBundle(undefined)),
    otherOrigin: () =>
      post(JSON.stringify(exampleBundle)).set({
        'Sec-Fetch-Site': 'cross-site',
        Origin: 'https://other.test',
      }),
    conflict: () => post(JSON.stringify(exampleBundle).replaceAll('P-10482', 'P-2')),
    tooLarge: () => post(JSON.stringify('x'.repeat(10 * 1024 * 1024))),
    mediaType: () => post('x', 'text/plain'),
    tooBusy: (route) => {
      jest.spyOn(platform.app.get(FairTurns), 'take').mockImplementationOnce(() => {
        throw new TooBusyException(TOO_BUSY, 2);
      });
      return send(route, adminCookie);
    },
    unprocessable: () => post(buildBundle({ code: { coding: [{ system: 'x', code: 'y' }] } })),
    portal: (route) => send(route).set('Authorization', 'Bearer x'),
    database: (route) => send(route, adminCookie, outage.origin),
  };

  function post(body: string, type = 'application/fhir+json'): request.Test {
    return request(platform.server).post('/fhir').set('Cookie', adminCookie).type(type).send(body);
  }

  /** Builds the example Bundle with changes of its Condition; undefined removes the resource. */
  function buildBundle(changes: object | undefined): string {
    const [encounter, condition] = exampleBundle.entry;
    const resource = changes && { ...condition?.resource, ...changes };
    return JSON.stringify({ ...exampleBundle, entry: [encounter, { ...condition, resource }] });
  }

  function expectDocumented(route: PlainRoute, name: string, response: request.Response): void {
    const documented = route.failures.find((failure) => failure.name === name);
    expect(response.status).toBe(documented?.status);
    expect(JSON.parse(response.text)).toEqual(documented?.body);
    expect(served.listRouteProblems(route, response)).toEqual([]);
    if (response.status === 405) expect(response.headers).toHaveProperty('allow');
    expect(Object.keys(response.headers)).toEqual(
      expect.arrayContaining(['x-request-id', ...(documented?.hasRetryAfter ? ['retry-after'] : [])]),
    );
  }

  it.each(FAILURES)('$method $path returns the documented error $name', async ({ route, name }) => {
    const cause = CAUSES[name];
    if (!cause) throw new Error(`no request is known to cause ${name}`);
    expectDocumented(route, name, await cause(route));
  });

  it('rejects a Bundle with the documented text when the body budget is used up', async () => {
    const documented = findRoute('/fhir').failures.find(({ name }) => name === 'busy');
    const budget = new BodyBudget({ bytes: 0, bytesPerCaller: 1, timeoutMs: 1, content: 'Bundles' });
    await expect(budget.reserve('an account', 1)).rejects.toThrow(
      z
        .object({ issue: z.tuple([z.object({ details: z.object({ text: z.string() }) })]) })
        .parse(documented?.body).issue[0].details.text,
    );
  });

  it('documents errors that match their schema, with the header x-request-id', () => {
    for (const route of ROUTES) {
      for (const { status, body } of route.failures) {
        const { mediaType } = selectFailureFormat(route);
        const headers = { 'content-type': mediaType };
        expect(served.listRouteProblems(route, { status, headers, text: JSON.stringify(body) })).toEqual([]);
        expect(served.findRouteOperation(route).responses[status]).toMatchObject({
          headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
        });
      }
    }
  });

  it('returns the Encounter and the Condition of the example as documented', async () => {
    for (const path of ['/fhir/Encounter/{id}', '/fhir/Condition/{id}']) {
      const { response } = findRoute(path);
      const documented = JSON.stringify(response.example);
      const { text } = await send(findRoute(path), adminCookie).expect(200);
      expect(JSON.parse(replaceVolatileValues(text))).toEqual(JSON.parse(replaceVolatileValues(documented)));
    }
  });

  describe('when the database fails', () => {
    beforeAll(async () => {
      for (const table of [
        'consultation',
        'fhir_encounter',
        'fhir_condition',
        'pathology_count_change',
        'medication_units_change',
      ]) {
        await platform.database.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
      }
    });

    it.each(PROTECTED)('$method $path returns a 500 that contains only the request id', async (route) => {
      const response = await send(route, adminCookie).set('X-Request-Id', REQUEST_ID);
      expectDocumented(route, 'unexpected', response);
    });
  });
});

/** Replaces UUIDs by their order and empties timestamps, which differ in every run. */
function replaceVolatileValues(text: string): string {
  const ids = [...new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))];
  const numbered = ids.reduce((replaced, id, index) => replaced.replaceAll(id, `id ${index}`), text);
  return numbered.replace(/"(lastUpdated|recordedDate)":"[^"]+"/g, '"$1":""');
}
