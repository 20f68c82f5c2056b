import type { Express } from 'express';
import request from 'supertest';
import { encounterBundle } from '../../integrations/fhir/bundles';
import { FhirCaller, bundleSchema } from '../../integrations/fhir/fhir-caller';
import { recordConsultation } from '../../contract/consultations';
import { eventsOf } from '../../support/audit-events';
import { ListeningSuite } from '../../support/listening-suite';

/** Routes of pages, documents, files and probes without data of anybody but the caller. */
const WITHOUT_DATA = [
  /^\/$/,
  /^\/(livez|readyz|style\.css|sign-out\.js|llms\.txt)$/,
  /^\/(chat|dashboard)\/assets\//,
  /^\/chat$/,
  // The stored page has no account: it reads no session.
  /^\/chat\/(service-worker\.js|offline|manifest\.webmanifest|icons\/:name)$/,
  /^\/admin\/audit\/style\.css$/,
  /^\/api\/(docs|openapi\.json|postman-collection\.json)/,
  /^\/api\/oauth\/login$/,
  /^\/fhir\/metadata$/,
];

/** Each route with data, and the action of its event. The login is tested beside sessions. */
const EXPORTS: Readonly<Record<string, string>> = {
  '/api/exports/summary': 'period=2026-03',
  '/api/exports/pathologies': 'period=2026-03',
  '/api/exports/medications': 'period=2026-03',
  '/api/exports/countries': 'period=2026-03&pathology=Malaria',
  '/api/exports/trend': 'pathologies=Malaria&from=2026-01&to=2026-03',
  '/api/exports/comparison': 'period=2026-03',
  '/api/exports/country-trend': 'pathology=Malaria&from=2026-01&to=2026-03',
  '/api/exports/alerts': 'week=2026-W11',
};

const MAPPING = 'docs/dhis2-mapping.example.json';

const CASES = [
  ...Object.entries(EXPORTS).flatMap(([path, query]) =>
    ['csv', 'xlsx'].map((format) => ({
      path: `${path}.${format}`,
      url: `${path}.${format}?${query}`,
      action: path.replace('/api/exports/', 'exports.'),
    })),
  ),
  {
    path: '/api/exports/measure-report.json',
    url: '/api/exports/measure-report.json?period=2026-03',
    action: 'exports.measure-report',
  },
  ...['data-value-sets.json', 'data-value-sets-unmapped.json'].map((name) => ({
    path: `/api/exports/${name}`,
    url: `/api/exports/${name}?period=2026-03`,
    action: 'exports.data-value-sets',
  })),
  { path: '/dashboard', url: '/dashboard?country=KE', action: 'pages.dashboard' },
  { path: '/admin/audit', url: '/admin/audit', action: 'pages.audit' },
];

/** Routes that the tests of FHIR and of the login call. */
const ELSEWHERE = [
  '/fhir',
  '/fhir/Encounter/:id',
  '/fhir/Condition/:id',
  '/api/oauth/callback',
  '/api/oauth/backchannel-logout',
];

describe('routes beside the procedures', () => {
  const here = new ListeningSuite({ DHIS2_MAPPING_FILE: MAPPING });

  async function createAdmin() {
    const cookie = await here.platform.session({ role: 'admin', country: 'KE' });
    return { cookie, accountId: await here.accountOf(here.anyone.as(cookie)) };
  }

  it('either write an event or have no data', () => {
    const express = here.platform.app.getHttpAdapter().getInstance() as Express;
    const paths = express.router.stack.flatMap(({ route }) => route?.path ?? []);
    const isTested = (path: string) =>
      CASES.some((each) => each.path === path) ||
      ELSEWHERE.includes(path) ||
      WITHOUT_DATA.some((pattern) => pattern.test(path));
    // Routes without a name refuse methods and unknown paths.
    const unknown = paths.filter(
      (path) => !isTested(path) && !/\*|^\/fhir\/(Encounter|Condition|)$/.test(path),
    );
    expect([...new Set(unknown)]).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(CASES.map(({ path }) => path)));
  });

  it.each(CASES)('$path writes an event', async ({ url, action }) => {
    const { cookie, accountId } = await createAdmin();
    const { status } = await request(here.platform.server).get(url).set('cookie', cookie).buffer(true);
    expect(status).toBe(200);
    expect(await eventsOf(here.database, accountId)).toMatchObject([
      { action, country: 'KE', role: 'admin', address: expect.stringContaining('127.0.0.1') as string },
    ]);
  });

  it.each(CASES)('$path writes no event of a refused call', async ({ url }) => {
    const cookie = await here.platform.session({ role: 'user', country: 'KE' });
    const accountId = await here.accountOf(here.anyone.as(cookie));
    const { status } = await request(here.platform.server).get(url).set('cookie', cookie);
    expect(status).toBe(403);
    expect(await eventsOf(here.database, accountId)).toEqual([]);
  });

  describe('of FHIR', () => {
    async function createDoctor() {
      const cookie = await here.platform.session({ role: 'doctor', country: 'KE' });
      const origin = (await here.platform.app.getUrl()).replace('[::1]', '127.0.0.1');
      const caller = here.anyone.as(cookie);
      return { caller, fhir: new FhirCaller(origin, cookie), accountId: await here.accountOf(caller) };
    }

    /** Posts a Bundle, and returns the ids of its Encounter and Condition. */
    async function post(fhir: FhirCaller, bundle: unknown, headers = {}) {
      const { entry } = bundleSchema.parse((await fhir.post(bundle, headers)).body);
      return entry.flatMap(
        ({ response }) => /\/(?<id>[0-9a-f-]{36})/.exec(response.location ?? '')?.[1] ?? [],
      );
    }

    it('names the records of a Bundle, also if it is sent again', async () => {
      const { fhir, accountId } = await createDoctor();
      const identifier = [{ system: 'urn:visits', value: 'audited-1' }];
      const bundle = encounterBundle({
        encounter: { identifier },
        condition: { identifier: [{ system: 'urn:conditions', value: 'audited-1' }] },
      });
      const ids = await post(fhir, bundle);
      await post(fhir, bundle);
      const events = await eventsOf(here.database, accountId);
      expect(events).toMatchObject([
        { action: 'fhir.record', country: 'KE' },
        { action: 'fhir.record', country: 'KE' },
      ]);
      for (const { records } of events) expect([...(records ?? [])].sort()).toEqual([...ids].sort());
    });

    it('names the records of a Bundle whose response is replayed', async () => {
      const { fhir, accountId } = await createDoctor();
      const key = { 'idempotency-key': 'the-same-bundle' };
      const bundle = encounterBundle();
      const ids = await post(fhir, bundle, key);
      await post(fhir, bundle, key);
      const [first, replay, ...others] = await eventsOf(here.database, accountId);
      expect(others).toEqual([]);
      expect(first).toMatchObject({ action: 'fhir.record', details: null });
      expect(replay).toMatchObject({ action: 'fhir.record', country: 'KE', details: { replayed: true } });
      expect([...(replay?.records ?? [])].sort()).toEqual([...ids].sort());
    });

    it('names what is read, and nothing that is not found', async () => {
      const { fhir, accountId } = await createDoctor();
      const [encounterId = '', conditionId = ''] = await post(fhir, encounterBundle());
      await fhir.get(`Encounter/${encounterId}`);
      await fhir.get(`Condition/${conditionId}`);
      await fhir.get(`Condition/${encounterId}`);
      const [, ...reads] = await eventsOf(here.database, accountId);
      expect(reads).toMatchObject([
        { action: 'fhir.readEncounter', country: 'KE', records: [encounterId, conditionId] },
        { action: 'fhir.readCondition', country: 'KE', records: [conditionId] },
      ]);
    });

    it('names a consultation that was not recorded by FHIR', async () => {
      const { caller, fhir, accountId } = await createDoctor();
      const { id } = await recordConsultation(caller);
      await fhir.get(`Encounter/${id}`);
      expect((await eventsOf(here.database, accountId)).at(-1)).toMatchObject({
        action: 'fhir.readEncounter',
        records: [id, id],
      });
    });

    it('has no event of a Bundle that is refused', async () => {
      const { fhir, accountId } = await createDoctor();
      const response = await fhir.post(encounterBundle({ condition: { code: {} } }));
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await eventsOf(here.database, accountId)).toEqual([]);
    });
  });
});
