import request from 'supertest';
import { z } from 'zod';
import { type Platform, suitePlatform } from '../../support/platform';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const requestLine = z.object({
  requestId: z.string(),
  req: z.object({ method: z.string(), path: z.string() }),
  res: z.object({ status: z.number() }),
  responseTime: z.number(),
});

interface RequestLog {
  readonly all: readonly string[];
  readonly requests: readonly z.output<typeof requestLine>[];
}

/** Returns the lines of a request. Waits for its last line, which can be written after the response. */
async function findLines({ logLines }: Platform, id: string): Promise<RequestLog> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const all = logLines.filter((line) => line.includes(id));
    const requests = all.flatMap((line) => requestLine.safeParse(JSON.parse(line)).data ?? []);
    if (requests.length > 0 || Date.now() > deadline) return { all, requests };
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('the request log', () => {
  const platform = suitePlatform();

  beforeAll(async () => {
    // Nest buffers its lines until the application listens.
    await platform.listen();
    await platform.database.query('ALTER TABLE specialty RENAME TO gone');
  });

  const get = (path: string, id?: string) => {
    const sent = request(platform.server).get(path);
    return id === undefined ? sent : sent.set('x-request-id', id);
  };

  it.each([
    ['/livez', '/livez', 200],
    ['/?token=hidden', '/', 200],
    ['/api/trpc/auth.me?input=%7B%22hidden%22%3A1%7D', '/api/trpc/auth.me', 401],
    ['/nowhere?hidden', '?', 404],
    ['/livez/hidden', '?', 404],
    ['/api/trpc/hidden.procedure', '/api/trpc/?', 404],
    ['/api/trpc/auth.me/hidden', '/api/trpc/?', 404],
    ['/api/trpc/auth.me,hidden?batch=1', '/api/trpc/auth.me,?', 207],
    ['/api/trpc/specialties.list', '/api/trpc/specialties.list', 500],
  ])('has one line for %s: method, path without query, status and duration', async (target, path, status) => {
    const { headers } = await get(target).expect(status);
    const id = headers['x-request-id'] ?? '';
    expect(id).toMatch(UUID);
    const { all, requests } = await findLines(platform, id);
    const responseTime = expect.any(Number) as unknown;
    expect(requests).toEqual([
      { requestId: id, req: { method: 'GET', path }, res: { status }, responseTime },
    ]);
    expect(all.join()).not.toContain('hidden');
  });

  it('has the cause of a masked error under the request id of the response', async () => {
    const { headers, text } = await get('/api/trpc/specialties.list').expect(500);
    const id = headers['x-request-id'] ?? 'none';
    expect(text).toContain(`Please quote request ${id}.`);
    const { all } = await findLines(platform, id);
    const cause = all.find((line) => line.includes('42P01'));
    expect(cause).toContain('"path":"specialties.list"');
    expect(cause).toContain(`"requestId":"${id}"`);
  });

  it('has the cause of a failed page under the request id of the response', async () => {
    const cookie = await platform.session({ role: 'ministry', country: 'KE' });
    await platform.database.query('ALTER TABLE session RENAME TO gone_session');
    try {
      const { headers } = await get('/dashboard').set('cookie', cookie).expect(500);
      const id = headers['x-request-id'] ?? 'none';
      const { all } = await findLines(platform, id);
      expect(all.find((line) => line.includes('42P01'))).toContain(`"requestId":"${id}"`);
    } finally {
      await platform.database.query('ALTER TABLE gone_session RENAME TO session');
    }
  });

  it.each([
    ['a UUID', '6b1d6c0e-9d0a-4c5a-8f43-5a1f0f6f7a10'],
    ['a UUID in capitals', '6B1D6C0E-9D0A-4C5A-8F43-5A1F0F6F7A11'],
    ['32 hexadecimal digits', '6b1d6c0e9d0a4c5a8f435a1f0f6f7a12'],
    ['a ULID', '01J9ZC6V5RQ3M8T2B7X4K1NDWE'],
  ])('uses the request id of the caller if it is %s', async (_case, id) => {
    const { headers } = await get('/livez', id);
    expect(headers['x-request-id']).toBe(id);
    expect((await findLines(platform, id)).requests).toHaveLength(1);
  });

  it.each([
    ['the name of a patient', 'Wanjiru-Kamau'],
    ['the number of a patient', 'A-00123456'],
    ['a national number', '1199780012345678'],
    ['32 digits', '11997800123456781199780012345678'],
    ['digits in the form of a UUID', '00000000-0000-0000-1199-780012345678'],
    ['more than a UUID', '6b1d6c0e-9d0a-4c5a-8f43-5a1f0f6f7a10-Wanjiru'],
    ['a name of 26 letters', 'NAKATSWANJAREMANANAKGAWERA'],
    ['quoted', 'a "quoted" thing'],
    ['a list', 'first-one-1, second-one-2'],
    ['not ASCII', 'caf\u00e9-caf\u00e9-caf\u00e9'],
    ['markup', '<script>alert(1)</script>'],
  ])('uses a new request id if the caller’s is %s', async (_case, id) => {
    const { headers } = await get('/livez', id);
    expect(headers['x-request-id']).toMatch(UUID);
    expect(platform.logLines.join()).not.toContain(JSON.stringify(id).slice(1, -1));
  });

  it('contains neither cookies nor input', async () => {
    const cookie = await platform.session({ role: 'doctor' });
    const pathologyName = 'secret ailment';
    const sent = { patientId: 'P-77331', pathologyName, consultationDate: '2026-03-14T09:30:00Z' };
    const { headers } = await request(platform.server)
      .post('/api/trpc/consultations.record')
      .set('cookie', cookie)
      .send({ 0: { json: sent } })
      .expect(200);
    await findLines(platform, headers['x-request-id'] ?? 'none');
    const log = platform.logLines.join();
    for (const hidden of [cookie.slice('session='.length), 'P-77331', pathologyName]) {
      expect(log).not.toContain(hidden);
    }
  });
});

describe('a process with LOG_LEVEL=silent', () => {
  const platform = suitePlatform({ LOG_LEVEL: 'silent' });

  it('logs nothing, even after an error', async () => {
    await platform.database.query('ALTER TABLE specialty RENAME TO gone');
    const { headers } = await request(platform.server).get('/api/trpc/specialties.list').expect(500);
    expect(headers['x-request-id']).toMatch(UUID);
    await request(platform.server).get('/').expect(200);
    expect(platform.logLines).toEqual([]);
  });
});
