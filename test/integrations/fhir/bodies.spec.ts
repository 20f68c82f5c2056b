import { Agent, type RequestOptions, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { BodyBudget } from '../../../src/integrations/fhir/bundle/body-budget';
import { type Json, bundleOf, entry, visit } from './bundles';
import { answers, failure } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

const MEGABYTE = 1024 * 1024;

/** A Bundle of a length, nearly all of it a resource that is ignored. */
function bundleOfLength(bytes: number): string {
  const text = (div: string): Json => ({
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'x' },
    text: { div },
  });
  const bare = JSON.stringify(bundleOf([entry(text(''))])).length;
  return JSON.stringify(bundleOf([entry(text('a'.repeat(bytes - bare)))]));
}

describe('the body of a POST to /fhir', () => {
  let fhir: FhirPlatform;
  let cookie: string;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
    cookie = await fhir.platform.session({ role: 'doctor', country: 'KE', email: 'bulk@example.org' });
  });

  afterAll(async () => {
    await fhir.close();
  });

  it.each([
    'application/fhir+json',
    'application/json',
    'application/fhir+json; charset=UTF-8; fhirVersion=4.0',
  ])('is taken as %s', async (type) => {
    expect(answers(await fhir.doctor.post(visit(), { 'content-type': type }))).toHaveLength(2);
  });

  it.each([
    'application/fhir+xml',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'nothing',
  ])('is refused as %s', async (type) => {
    expect(failure(await fhir.doctor.post(visit(), { 'content-type': type }))).toMatchObject({
      status: 415,
      issues: [{ code: 'not-supported' }],
    });
  });

  it.each<[string, string | Buffer, string]>([
    ['nothing', '', 'the body is not valid JSON'],
    ['no JSON', '{"resourceType":"Bundle","patient":"Amina', 'the body is not valid JSON'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'the body is not valid UTF-8'],
    [
      'JSON that is nested too deeply',
      `${'['.repeat(65)}${']'.repeat(65)}`,
      'the JSON is nested more than 64 levels deep',
    ],
    ['JSON of very many values', `[${'0,'.repeat(MEGABYTE)}0]`, 'the JSON has more than 1000000 values'],
    ['10 MB of brackets', '['.repeat(10 * MEGABYTE), 'the JSON is nested more than 64 levels deep'],
  ])('is refused where it is %s', async (_case, body, text) => {
    expect(failure(await fhir.doctor.postText(body))).toEqual({
      status: 400,
      issues: [{ code: 'structure', text, expression: undefined }],
    });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['another resource', { resourceType: 'Parameters', type: 'batch' }],
    ['a searchset', bundleOf([], 'searchset')],
    ['a Bundle whose entries are none', { resourceType: 'Bundle', type: 'batch', entry: {} }],
  ])('is refused where it is %s', async (_case, body) => {
    expect(failure(await fhir.doctor.post(body))).toMatchObject({
      status: 400,
      issues: [{ code: 'structure' }],
    });
  });

  it('is refused with more than 5,000 entries', async () => {
    const one = entry({ resourceType: 'Claim' });
    expect(answers(await fhir.doctor.post(bundleOf(Array<Json>(5_000).fill(one))))).toHaveLength(5_000);
    expect(failure(await fhir.doctor.post(bundleOf(Array<Json>(5_001).fill(one))))).toMatchObject({
      status: 413,
      issues: [{ code: 'too-costly', expression: 'Bundle.entry' }],
    });
  });

  it('is taken up to 10 MB and refused above, compressed or not', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const longest = bundleOfLength(10 * MEGABYTE);
    expect(answers(await fhir.doctor.postText(longest))).toHaveLength(1);
    expect(answers(await fhir.doctor.postText(gzipSync(longest), gzip))).toHaveLength(1);
    const longer = bundleOfLength(10 * MEGABYTE + 1);
    expect(failure(await fhir.doctor.postText(longer))).toMatchObject({
      status: 413,
      issues: [{ code: 'too-costly' }],
    });
    expect(failure(await fhir.doctor.postText(gzipSync(longer), gzip))).toMatchObject({ status: 413 });
    const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE));
    expect(failure(await fhir.doctor.postText(bomb, gzip))).toMatchObject({ status: 413 });
    expect(failure(await fhir.doctor.postText('no gzip', gzip))).toMatchObject({ status: 400 });
    expect(failure(await fhir.doctor.postText('x', { 'content-encoding': 'zstd-9' }))).toMatchObject({
      status: 415,
    });
  });

  it('takes 32 of 10 MB at one time in bounded memory, and short ones beside them', async () => {
    const body = Buffer.from(bundleOfLength(10 * MEGABYTE));
    const agent = new Agent({ keepAlive: false });
    const post = (): Promise<number> =>
      new Promise((resolve, reject) => {
        const { port } = new URL(fhir.origin);
        const options: RequestOptions = {
          agent,
          port,
          method: 'POST',
          path: '/fhir',
          headers: { cookie, 'content-type': 'application/json', 'content-length': body.length },
        };
        request(options, (response) => {
          response.resume().once('end', () => {
            resolve(response.statusCode ?? 0);
          });
        })
          .once('error', reject)
          .end(body);
      });
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampling = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const large = Promise.all(Array.from({ length: 32 }, post));
    await wait(200);
    const short = answers(await fhir.doctor.post(visit()));
    const statuses = await large;
    clearInterval(sampling);
    expect(short).toHaveLength(2);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // All of them at once took 350 MB.
    expect(Math.round((peak - before) / MEGABYTE)).toBeLessThan(250);
  });
});

describe('the budget of bodies', () => {
  it('lets wait what finds no room, in order, and gives up in time', async () => {
    const budget = new BodyBudget(10, 100);
    const order: string[] = [];
    const first = await budget.take(8);
    const large = budget.take(10).then((release) => {
      order.push('large');
      return release;
    });
    const small = budget.take(1).then((release) => {
      order.push('small');
      return release;
    });
    await wait(10);
    expect(order).toEqual([]);
    first();
    (await large)();
    (await small)();
    expect(order).toEqual(['large', 'small']);
    const all = await budget.take(10);
    await expect(budget.take(1)).rejects.toMatchObject({ status: 503 });
    all();
    (await budget.take(10))();
  });
});
