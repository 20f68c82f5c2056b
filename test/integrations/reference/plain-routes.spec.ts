import request from 'supertest';
import { z } from 'zod';
import { BodyBudget } from '../../../src/integrations/fhir/bundle/body-budget';
import { REQUEST_ID } from '../../../src/integrations/reference/error-texts';
import { exampleBundle } from '../../../src/integrations/reference/routes/fhir-examples';
import {
  type PlainRoute,
  listExampleQuery,
  failureFormat,
} from '../../../src/integrations/reference/routes/plain-route';
import { listPlainRoutes } from '../../../src/integrations/reference/routes/plain-routes';
import { type Platform, startPlatform } from '../../support/platform';
import { ServedOpenApi } from './served-openapi';

const PUBLIC_URL = 'http://localhost:3000';
const ROUTES = listPlainRoutes(PUBLIC_URL);
const PROTECTED = ROUTES.filter(({ access }) => access !== 'anyone');

/** Not made to happen by a request alone. */
const RARE = new Set(['busy', 'keyInUse', 'unexpected']);
const FAILURES = ROUTES.flatMap((each) =>
  each.failures
    .filter(({ name }) => !RARE.has(name))
    .map(({ name }) => ({ each, name, method: each.method, path: each.path })),
);

const bundleSchema = z.object({
  entry: z.array(z.object({ response: z.object({ status: z.string(), location: z.string() }) })),
});

describe('the routes that the reference describes beside the procedures', () => {
  let platform: Platform;
  let served: ServedOpenApi;
  let administrator: string;
  /** Where what the example Bundle recorded is. */
  let locations: readonly string[] = [];

  beforeAll(async () => {
    platform = await startPlatform({ PUBLIC_URL });
    served = await ServedOpenApi.of(platform);
    administrator = await platform.session({ role: 'admin', country: '*' });
    const recorded = await send(route('/fhir'), administrator).expect(200);
    locations = bundleSchema.parse(recorded.body).entry.map(({ response }) => response.location);
  });

  afterAll(async () => {
    await platform.close();
  });

  function route(path: string): PlainRoute {
    const found = ROUTES.find((each) => each.path === path);
    if (!found) throw new Error(`${path} is not described`);
    return found;
  }

  function send(each: PlainRoute, cookie?: string): request.Test {
    const { method, path, body } = each;
    const [, type] = /^\/fhir\/(\w+)\/\{id\}$/.exec(path) ?? [];
    const location = locations.find((each) => type !== undefined && each.includes(`/${type}/`));
    const address = location?.replace(PUBLIC_URL, '') ?? path.replace('{id}', 'none');
    const query = listExampleQuery(each);
    const names = [...new Set(query.map(({ key }) => key))];
    const valuesOf = (name: string) => query.flatMap(({ key, value }) => (key === name ? value : []));
    const agent = request(platform.server);
    const call = method === 'post' ? agent.post(address) : agent.get(address);
    void call.query(Object.fromEntries(names.map((name) => [name, valuesOf(name)])));
    if (cookie !== undefined) void call.set('Cookie', cookie);
    return body ? call.type(body.mediaType).send(JSON.stringify(body.example)) : call;
  }

  it.each(ROUTES)('$method $path is answered as it says', async (each) => {
    const response = await send(each, administrator);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toContain(each.answer.mediaType);
    expect(response.headers).toHaveProperty('x-request-id');
  });

  /** How each failure comes about; what none of them makes happen here is held to its text below. */
  const CAUSES: Readonly<Record<string, (each: PlainRoute) => request.Test | Promise<request.Response>>> = {
    twoCredentials: (each) => send(each, administrator).set('Authorization', 'Bearer x'),
    login: (each) => send(each),
    role: async (each) => send(each, await platform.session({ role: 'user' })),
    wrongParameter: (each) => send(each, administrator).query({ country: 'XX' }),
    missing: ({ path }) =>
      request(platform.server).get(path.replace('{id}', 'none')).set('Cookie', administrator),
    notAcceptable: (each) => send(each, administrator).set('Accept', 'application/fhir+xml'),
    unreadable: () => post('{"resourceType":'),
    method: ({ path }) => request(platform.server).put(path.replace('{id}', 'none')),
    unknownType: () =>
      post(
        changed((_, second) => {
          second.resource = { ...second.resource, resourceType: 'Conditon' };
        }),
      ),
    wrongKey: () => post(JSON.stringify(exampleBundle)).set('Idempotency-Key', 'two words'),
    severalMatches: () => {
      const [encounter, condition] = exampleBundle.entry;
      const reference = 'Encounter?identifier=2026-000391';
      const unclear = { ...condition, resource: { ...condition?.resource, encounter: { reference } } };
      const other = { ...encounter, fullUrl: 'urn:uuid:other' };
      return post(JSON.stringify({ ...exampleBundle, entry: [encounter, unclear, other] }));
    },
    modifierExtension: () =>
      post(
        changed((_, second) => {
          second.resource = { ...second.resource, modifierExtension: [{ url: 'urn:x', valueBoolean: true }] };
        }),
      ),
    keyReused: async () => {
      await post(JSON.stringify(exampleBundle)).set('Idempotency-Key', 'used').expect(200);
      return post(changed((_, second) => delete second.resource)).set('Idempotency-Key', 'used');
    },
    wrongElement: () => post(changed((_, second) => delete second.resource)),
    otherOrigin: () =>
      post(JSON.stringify(exampleBundle)).set({
        'Sec-Fetch-Site': 'cross-site',
        Origin: 'https://other.test',
      }),
    conflict: () => post(JSON.stringify(exampleBundle).replaceAll('P-10482', 'P-2')),
    tooLarge: () => post(JSON.stringify('x'.repeat(10 * 1024 * 1024))),
    mediaType: () => post('x', 'text/plain'),
    unprocessable: () =>
      post(
        changed((_, second) => {
          second.resource = { ...second.resource, code: { coding: [{ system: 'x', code: 'y' }] } };
        }),
      ),
    portal: (each) => send(each).set('Authorization', 'Bearer x'),
  };

  function post(body: string, type = 'application/fhir+json'): request.Test {
    return request(platform.server).post('/fhir').set('Cookie', administrator).type(type).send(body);
  }

  interface Entry {
    resource?: object;
  }

  function changed(change: (first: Entry, second: Entry) => void): string {
    const entries = z
      .tuple([z.looseObject({ resource: z.looseObject({}).optional() }), z.looseObject({})])
      .parse(structuredClone(exampleBundle.entry));
    change(...entries);
    return JSON.stringify({ ...exampleBundle, entry: entries });
  }

  function expectDocumented(each: PlainRoute, name: string, response: request.Response): void {
    const documented = each.failures.find((failure) => failure.name === name);
    expect(response.status).toBe(documented?.status);
    expect(JSON.parse(response.text)).toEqual(documented?.body);
    expect(served.problemsOfRouteAnswer(each, response)).toEqual([]);
    if (response.status === 405) expect(response.headers).toHaveProperty('allow');
    expect(Object.keys(response.headers)).toEqual(
      expect.arrayContaining(['x-request-id', ...(documented?.waits ? ['retry-after'] : [])]),
    );
  }

  it.each(FAILURES)('$path $method: $name is answered as it says', async ({ each, name }) => {
    const cause = CAUSES[name];
    if (!cause) throw new Error(`nobody knows how ${name} comes about`);
    expectDocumented(each, name, await cause(each));
  });

  it('says of a platform with no room for a Bundle what it says it says', async () => {
    const documented = route('/fhir').failures.find(({ name }) => name === 'busy');
    await expect(new BodyBudget(0, 1).take(1)).rejects.toThrow(
      z
        .object({ issue: z.tuple([z.object({ details: z.object({ text: z.string() }) })]) })
        .parse(documented?.body).issue[0].details.text,
    );
  });

  it('shows failures that the schema of their status takes, each with the headers of its answer', () => {
    for (const each of ROUTES) {
      for (const { status, body } of each.failures) {
        const { mediaType } = failureFormat(each);
        const headers = { 'content-type': mediaType };
        expect(served.problemsOfRouteAnswer(each, { status, headers, text: JSON.stringify(body) })).toEqual(
          [],
        );
        expect(served.buildRouteOperation(each).responses[status]).toMatchObject({
          headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
        });
      }
    }
  });

  it('gives back the Encounter and the Condition of the example, in the form that is shown', async () => {
    for (const path of ['/fhir/Encounter/{id}', '/fhir/Condition/{id}']) {
      const { answer } = route(path);
      const shown = JSON.stringify(answer.example);
      const { text } = await send(route(path), administrator).expect(200);
      expect(JSON.parse(asShown(text))).toEqual(JSON.parse(asShown(shown)));
    }
  });

  describe('when something fails', () => {
    beforeAll(async () => {
      for (const table of [
        'consultation',
        'fhir_encounter',
        'fhir_condition',
        'pathology_daily_count',
        'medication_daily_units',
      ]) {
        await platform.database.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
      }
    });

    it.each(PROTECTED)('$method $path says no more than the request’s id', async (each) => {
      const response = await send(each, administrator).set('X-Request-Id', REQUEST_ID);
      expectDocumented(each, 'unexpected', response);
    });
  });
});

/** A resource without what is another one at every run: its own ids by their order, and when it was recorded. */
function asShown(text: string): string {
  const ids = [...new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))];
  const numbered = ids.reduce((rest, id, index) => rest.replaceAll(id, `id ${index}`), text);
  return numbered.replace(/"(lastUpdated|recordedDate)":"[^"]+"/g, '"$1":""');
}
