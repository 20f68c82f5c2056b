import { get as httpGet } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beginSession, suitePlatform } from '../../support/platform';

const CALLS = 49;
/** Months of statistics, which a role and country share. */
const STATISTICS = Array.from({ length: CALLS }, () => 'health.pathologyStats').join(',');
const PERIODS = Object.fromEntries(
  Array.from({ length: CALLS }, (_none, call) => [
    call,
    { json: { year: 2020 + (call % 6), month: 1 + (call % 12) } },
  ]),
);
const inputOf = (value: object) => encodeURIComponent(JSON.stringify(value));
/** The same, beginning with the second call. */
const AFTER_ALERTS = Object.fromEntries(
  Object.entries(PERIODS).map(([call, period]) => [Number(call) + 1, period]),
);
const SHARED = `${STATISTICS}?batch=1&input=${inputOf(PERIODS)}`;

interface Body {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly bytes: Buffer;
}

describe('a response of the API', () => {
  const platform = suitePlatform();
  let origin = '';
  let cookie = '';
  beforeAll(async () => {
    origin = await platform.listen();
    cookie = await beginSession(platform.database, { role: 'admin', country: 'KE', email: 'a@example.org' });
  });

  const get = (path: string, encodings: string): Promise<Body> => {
    const url = `${origin}/api/trpc/${path}`;
    return new Promise((resolve, reject) => {
      httpGet(url, { headers: { cookie, 'accept-encoding': encodings } }, (response) => {
        buffer(response).then((bytes) => {
          resolve({ headers: response.headers, bytes });
        }, reject);
      }).on('error', reject);
    });
  };

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ])('that a role and country share is compressed for %s', async (encodings, encoding, decompress) => {
    const plain = await get(SHARED, 'identity');
    const compressed = await get(SHARED, encodings);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(compressed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(compressed.bytes.length),
    });
    expect(String(decompress(compressed.bytes))).toBe(String(plain.bytes));
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    for (const { headers } of [plain, compressed]) expect(headers.vary).toMatch(/accept-encoding/);
  });

  it('is compressed if it has alerts, which are not stored', async () => {
    const path = `health.alerts,${STATISTICS}?batch=1&input=${inputOf(AFTER_ALERTS)}`;
    const { headers } = await get(path, 'br');
    expect(headers).toMatchObject({ 'content-encoding': 'br' });
  });

  it.each([
    ['that is short', `health.pathologyStats?input=${inputOf({ json: { year: 2026, month: 3 } })}`],
    ['with data of persons', `consultations.list,${STATISTICS}?batch=1&input=${inputOf(PERIODS)}`],
  ])('%s is not compressed', async (_case, path) => {
    const { headers, bytes } = await get(path, 'br, gzip');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(String(bytes)).toContain('"result"');
  });
});
