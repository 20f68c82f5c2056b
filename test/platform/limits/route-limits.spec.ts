import request from 'supertest';
import { z } from 'zod';
import { ACCOUNT_LIMIT, ADDRESS_LIMIT, suiteLimitedPlatform } from './limited-platform';

const EXPORT = '/api/exports/summary.csv?period=2026';
const READ = '/fhir/Encounter/019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a11';

const outcomeSchema = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z.tuple([z.object({ code: z.string(), details: z.object({ text: z.string() }) })]),
});

describe('the limits of calls per minute, of routes that are no procedures', () => {
  const { platform, newAddress } = suiteLimitedPlatform();

  const get = (path: string, address: string, headers: Readonly<Record<string, string>> = {}) =>
    request(platform.server)
      .get(path)
      .set({ 'x-forwarded-for': address, ...headers });

  async function useUp(address: string, path = '/fhir/metadata'): Promise<void> {
    for (let call = 0; call < ADDRESS_LIMIT; call += 1) await get(path, address).expect(200);
  }

  it.each(['/', '/api/docs', '/fhir/metadata', '/api/openapi.json', '/style.css'])(
    'tell an anonymous caller of %s what the address has left',
    async (path) => {
      const { headers } = await get(path, newAddress()).expect(200);
      expect(headers['ratelimit-policy']).toBe('"address";q=12;w=60');
      expect(headers.ratelimit).toMatch(/^"address";r=11;t=(60|59)$/);
    },
  );

  it.each([
    [EXPORT, 'ministry'],
    ['/dashboard', 'ministry'],
    [READ, 'doctor'],
    ['/admin/audit', 'admin'],
    ['/', 'user'],
  ] as const)('tell an account what it has left after %s, beside its address', async (path, role) => {
    const cookie = await platform.session({ role, country: 'KE', email: `${newAddress()}@example.org` });
    const { headers } = await get(path, newAddress(), { cookie });
    expect(headers['ratelimit-policy']).toBe('"address";q=12;w=60, "account";q=5;w=60');
    expect(headers.ratelimit).toMatch(/^"address";r=11;t=\d+, "account";r=4;t=\d+$/);
  });

  it('refuse an address with an OperationOutcome under /fhir, and no other address', async () => {
    const address = newAddress();
    await useUp(address);
    const response = await get('/fhir/metadata', address).expect(429);
    expect(response.headers['retry-after']).toMatch(/^(60|5\d)$/);
    expect(response.headers['content-type']).toContain('application/fhir+json');
    const [issue] = outcomeSchema.parse(JSON.parse(response.text)).issue;
    expect(issue.code).toBe('throttled');
    expect(issue.details.text).toContain('At most 12 calls from your network are answered per minute');
    await get('/fhir/metadata', newAddress()).expect(200);
  });

  it('refuse a browser with a page in its language, and other callers with JSON', async () => {
    const address = newAddress();
    await useUp(address);
    const page = await get('/', address, { accept: 'text/html,*/*;q=0.8', 'accept-language': 'fr' });
    expect(page.status).toBe(429);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['retry-after']).toMatch(/^\d+$/);
    expect(page.text).toContain('<html lang="fr"');
    expect(page.text).toContain('allez maintenant à l’hôpital');
    const json = await get(EXPORT, address).expect(429);
    expect(json.headers['retry-after']).toMatch(/^\d+$/);
    expect(json.body).toMatchObject({
      statusCode: 429,
      message: expect.stringContaining('At most 12 calls') as string,
    });
  });

  it('refuse an account from all its addresses, and no other account', async () => {
    const account = { role: 'ministry', country: 'KE' } as const;
    const cookie = await platform.session({ ...account, email: 'limited@example.org' });
    for (let call = 0; call < ACCOUNT_LIMIT; call += 1)
      await get(EXPORT, newAddress(), { cookie }).expect(200);
    const response = await get(EXPORT, newAddress(), { cookie }).expect(429);
    expect(response.text).toContain('At most 5 calls of your account are answered per minute');
    const other = await platform.session({ ...account, email: 'unlimited@example.org' });
    await get(EXPORT, newAddress(), { cookie: other }).expect(200);
  });

  it('count procedures and other routes together', async () => {
    const address = newAddress();
    await useUp(address);
    await get('/api/trpc/specialties.list', address).expect(429);
  });

  it('serve the chat page and its files to an address and an account that are over them', async () => {
    const address = newAddress();
    const cookie = await platform.session({ role: 'user', email: 'patient@example.org' });
    for (let call = 0; call < ACCOUNT_LIMIT; call += 1) await get('/', newAddress(), { cookie }).expect(200);
    await get('/', newAddress(), { cookie }).expect(429);
    await useUp(address);
    await get('/', address).expect(429);
    const { text, headers } = await get('/chat', address, { cookie }).expect(200);
    expect(headers).not.toHaveProperty('ratelimit');
    const files = [...text.matchAll(/(?:src|href)="(\/chat\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) await get(file, address).expect(200);
  });

  it('refuse the chat page in a flood, but not its files', async () => {
    const address = newAddress();
    const { text } = await get('/chat', address).expect(200);
    const file = /src="(\/chat\/assets\/[^"]+)"/.exec(text)?.[1] ?? '';
    for (let call = 1; call < 5 * ADDRESS_LIMIT; call += 1) await get('/chat', address).expect(200);
    await get('/chat', address).expect(429);
    await get(file, address).expect(200);
  });

  it('never refuse a probe', async () => {
    const address = newAddress();
    await useUp(address);
    for (const path of ['/livez', '/readyz']) {
      const { headers } = await get(path, address).expect(200);
      expect(headers).not.toHaveProperty('ratelimit');
    }
  });
});
