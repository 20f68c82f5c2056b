import request from 'supertest';
import { z } from 'zod';
import { type PlainRoute, exampleQuery } from '../../src/reference/routes/plain-route';
import { plainRoutes } from '../../src/reference/routes/plain-routes';
import { type Platform, startPlatform } from '../support/platform';

const PUBLIC_URL = 'http://localhost:3000';
const ROUTES = plainRoutes(PUBLIC_URL);
const PROTECTED = ROUTES.filter(({ access }) => access !== 'anyone');

const bundleSchema = z.object({
  entry: z.array(z.object({ response: z.object({ status: z.string(), location: z.string() }) })),
});

describe('the routes that the reference describes beside the procedures', () => {
  let platform: Platform;
  let administrator: string;
  /** Where what the example Bundle recorded is. */
  let locations: readonly string[] = [];

  beforeAll(async () => {
    platform = await startPlatform({ PUBLIC_URL });
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
    const query = exampleQuery(each);
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
  });

  it.each(PROTECTED)('$method $path refuses nobody, and another role, as it says', async (each) => {
    const user = await platform.session({ role: 'user' });
    for (const [status, cookie] of [
      [401, undefined],
      [403, user],
    ] as const) {
      const response = await send(each, cookie);
      const documented = each.failures.find((failure) => failure.status === status);
      expect(response.status).toBe(status);
      expect(JSON.parse(response.text)).toEqual(documented?.body);
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

  it('says of what is not there what it says it says', async () => {
    for (const type of ['Encounter', 'Condition']) {
      const { text } = await request(platform.server)
        .get(`/fhir/${type}/none`)
        .set('Cookie', administrator)
        .expect(404);
      const documented = route(`/fhir/${type}/{id}`).failures.find(({ status }) => status === 404);
      expect(JSON.parse(text)).toEqual(documented?.body);
    }
    const xml = await request(platform.server)
      .get('/fhir/metadata')
      .set('Accept', 'application/fhir+xml')
      .expect(406);
    expect(JSON.parse(xml.text)).toEqual(route('/fhir/metadata').failures[0]?.body);
  });
});

/** A resource without what is another one at every run: its own ids by their order, and when it was recorded. */
function asShown(text: string): string {
  const ids = [...new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))];
  const numbered = ids.reduce((rest, id, index) => rest.replaceAll(id, `id ${index}`), text);
  return numbered.replace(/"(lastUpdated|recordedDate)":"[^"]+"/g, '"$1":""');
}
