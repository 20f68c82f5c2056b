import { Agent, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Json, bundleOf, encounterBundle, entry } from './bundles';
import { failureWith, readEntries, readFailure } from './fhir-caller';
import { suiteFhir } from './fhir-platform';

const MEGABYTE = 1024 * 1024;

/** Builds a Bundle of the given length; its only resource is ignored. */
function buildLongBundle(bytes: number): string {
  const createObservation = (div: string): Json => ({
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'x' },
    text: { div },
  });
  const emptyLength = JSON.stringify(bundleOf([entry(createObservation(''))])).length;
  return JSON.stringify(bundleOf([entry(createObservation('a'.repeat(bytes - emptyLength)))]));
}

/** A request waits twenty seconds for its turn before it is refused. */
const MAX_ATTEMPTS = 3;

describe('the body of a POST to /fhir', () => {
  const fhir = suiteFhir();

  it.each([
    'application/fhir+json',
    'application/json',
    'application/fhir+json; charset=UTF-8; fhirVersion=4.0',
  ])('accepts the content type %s', async (type) => {
    expect(readEntries(await fhir.doctor.post(encounterBundle(), { 'content-type': type }))).toHaveLength(2);
  });

  it.each([
    'application/fhir+xml',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'nothing',
  ])('returns 415 for the content type %s', async (type) => {
    expect(readFailure(await fhir.doctor.post(encounterBundle(), { 'content-type': type }))).toMatchObject(
      failureWith(415, 'not-supported'),
    );
  });

  it.each<[string, string | Buffer, string]>([
    ['an empty body', '', 'the body is not valid JSON'],
    ['invalid JSON', '{"resourceType":"Bundle","patient":"Amina', 'the body is not valid JSON'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'the body is not valid UTF-8'],
    [
      'JSON that is nested too deeply',
      `${'['.repeat(65)}${']'.repeat(65)}`,
      'the JSON is nested more than 64 levels deep',
    ],
    ['JSON with too many values', `[${'0,'.repeat(MEGABYTE)}0]`, 'the JSON has more than 600000 values'],
    [
      'JSON with too many names',
      `{${Array.from({ length: 1_501 }, (_none, index) => `"a${index}":0`).join(',')}}`,
      'the JSON has more than 1500 different field names',
    ],
    ['10 MB of brackets', '['.repeat(10 * MEGABYTE), 'the JSON is nested more than 64 levels deep'],
  ])('returns 400 for %s', async (_case, body, text) => {
    expect(readFailure(await fhir.doctor.postText(body))).toEqual({
      status: 400,
      issues: [{ code: 'structure', text, expression: undefined }],
    });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['an array', []],
    ['another resource', { resourceType: 'Parameters', type: 'batch' }],
    ['a searchset', bundleOf([], 'searchset')],
    ['a Bundle whose entry is no array', { resourceType: 'Bundle', type: 'batch', entry: {} }],
  ])('returns 400 for %s', async (_case, body) => {
    expect(readFailure(await fhir.doctor.post(body))).toMatchObject(failureWith(400, 'structure'));
  });

  it('returns 413 for more than 5,000 entries', async () => {
    const claim = entry({ resourceType: 'Claim' });
    expect(readEntries(await fhir.doctor.post(bundleOf(Array<Json>(5_000).fill(claim))))).toHaveLength(5_000);
    expect(readFailure(await fhir.doctor.post(bundleOf(Array<Json>(5_001).fill(claim))))).toMatchObject(
      failureWith(413, 'too-costly', 'entry'),
    );
  });

  it('accepts 10 MB and returns 413 above, compressed or not', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const longest = buildLongBundle(10 * MEGABYTE);
    expect(readEntries(await fhir.doctor.postText(longest))).toHaveLength(1);
    expect(readEntries(await fhir.doctor.postText(gzipSync(longest), gzip))).toHaveLength(1);
    const longer = buildLongBundle(10 * MEGABYTE + 1);
    expect(readFailure(await fhir.doctor.postText(longer))).toMatchObject(failureWith(413, 'too-costly'));
    expect(readFailure(await fhir.doctor.postText(gzipSync(longer), gzip))).toMatchObject({ status: 413 });
    const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE));
    expect(readFailure(await fhir.doctor.postText(bomb, gzip))).toMatchObject({ status: 413 });
    expect(readFailure(await fhir.doctor.postText('no gzip', gzip))).toMatchObject({ status: 400 });
    expect(readFailure(await fhir.doctor.postText('x', { 'content-encoding': 'zstd-9' }))).toMatchObject({
      status: 415,
    });
  });

  it('handles 32 concurrent bodies of 10 MB in limited memory, and a short body meanwhile', async () => {
    const body = Buffer.from(buildLongBundle(10 * MEGABYTE));
    const agent = new Agent({ keepAlive: false });
    const cookie = await fhir.platform.session({ role: 'doctor', country: 'KE' });
    const post = (): Promise<{ status: number }> =>
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
            resolve({ status: response.statusCode ?? 0 });
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
    /** Sends again what is refused because a busy machine is late: the queue is longer than its time limit, or the body is too slow. */
    const untilAccepted = async <Result extends { status: number }>(send: () => Promise<Result>) => {
      let result = await send();
      for (let attempts = 1; [408, 429].includes(result.status) && attempts < MAX_ATTEMPTS; attempts += 1)
        result = await send();
      return result;
    };
    const largeRequests = Promise.all(Array.from({ length: 32 }, () => untilAccepted(post)));
    await wait(200);
    const short = await untilAccepted(() => fhir.doctor.post(encounterBundle()));
    const shortResults = readEntries(short);
    const statuses = (await largeRequests).map(({ status }) => status);
    clearInterval(sampling);
    expect(shortResults).toHaveLength(2);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Without the limit, the 32 bodies took 350 MB.
    expect(Math.round((peak - before) / MEGABYTE)).toBeLessThan(250);
  });

  it('of an account that sends slowly is refused, and those of another one are not delayed', async () => {
    const cookie = await fhir.platform.session({ role: 'doctor', country: 'KE', email: 'slow@example.org' });
    const slow = Array.from({ length: 4 }, () => sendSlowly(cookie));
    const other = await fhir.createCaller({ role: 'doctor', country: 'KE', email: 'other@example.org' });
    await wait(500);
    expect(readEntries(await other.postText(buildLongBundle(2 * MEGABYTE)))).toHaveLength(1);
    const answers = await Promise.all(slow);
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408 '))).not.toEqual([]);
    expect(answers.filter((answer) => !/^HTTP\/1\.1 (408|429) /.test(answer))).toEqual([]);
    for (const answer of answers.filter((other) => other.startsWith('HTTP/1.1 429 ')))
      expect(answer).toMatch(/^retry-after: 10\r$/im);
  });

  /** Sends the start of a body in chunks, and no more. Returns what the server sends until it closes the connection. */
  async function sendSlowly(cookie: string): Promise<string> {
    const socket = connect(Number(new URL(fhir.origin).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /fhir HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nContent-Type: application/fhir+json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    socket.write(`30d40\r\n${' '.repeat(200_000)}\r\n`);
    let answer = '';
    socket.on('data', (data: Buffer) => (answer += data.toString()));
    // Not `once`, which rejects if the server closes the connection before it has read everything.
    await new Promise((resolve) => socket.once('close', resolve));
    return answer;
  }
});
