import request from 'supertest';
import { TransportHandler } from '../../../src/platform/trpc/transport/transport.handler';
import { suitePlatform } from '../../support/platform';

const STORED_ID = '6b1d6c0e-9d0a-4c5a-8f43-5a1f0f6f7a10';
const PATH = '/api/trpc/specialties.list';

describe('a stored response that everyone shares', () => {
  const platform = suitePlatform();
  const get = (path = PATH) => request(platform.server).get(path);

  // A response is stored until the next second.
  beforeEach(() => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  function rejectOtherCalls(): void {
    const transport = platform.app.get(TransportHandler, { strict: false });
    jest.spyOn(transport, 'handle').mockRejectedValue(new TypeError('not stored'));
  }

  it('has the headers and the body of the first one, and a log line', async () => {
    const first = await get().expect(200);
    rejectOtherCalls();
    const stored = await get().set('x-request-id', STORED_ID).expect(200);
    expect(stored.text).toBe(first.text);
    expect({ ...stored.headers, date: '', ratelimit: '' }).toEqual({
      ...first.headers,
      date: '',
      ratelimit: '',
      'x-request-id': STORED_ID,
    });
    const lines = platform.logLines.filter((line) => line.includes(STORED_ID));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`"path":"${PATH}"`);
  });

  it.each([
    ['an input', () => get(`${PATH}?input=not-json`), 400],
    ['a body', () => get().set('content-type', 'application/json').send('not json'), 400],
    ['HEAD', () => request(platform.server).head(PATH), 405],
    ['an unknown path', () => get('/api/trpc?specialties.list'), 404],
  ])('is not sent for %s', async (_case, call, status) => {
    await get().expect(200);
    expect((await call()).status).toBe(status);
  });

  it.each([10, 20_000])(
    'has its length in bytes, alone and in a batch: %i accented letters',
    async (count) => {
      await platform.database.query(
        `UPDATE specialty SET description = repeat('é', $1) WHERE id = (SELECT min(id::text)::uuid FROM specialty)`,
        [count],
      );
      jest.mocked(Date.now).mockReturnValue(Date.now() + 10_000 + count);
      for (const path of [PATH, `${PATH},unknown.procedure,specialties.list?batch=1`]) {
        for (const { text, headers } of [await get(path), await get(path)]) {
          expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
          expect(JSON.stringify(JSON.parse(text))).toContain(`"${'é'.repeat(count)}"`);
        }
      }
    },
  );
});
