import request from 'supertest';
import { z } from 'zod';
import { ENVIRONMENT } from '../../../src/platform/config/config.module';
import type { Environment } from '../../../src/platform/config/environment';
import { AccountPseudonyms } from '../../../src/platform/logging/account-pseudonyms';
import { suitePlatform } from '../../support/platform';
import { until } from '../../support/until';
import { startLoginPlatform } from '../../modules/auth/login/login-platform';

const refusalLine = z.object({
  level: z.union([z.string(), z.number()]),
  requestId: z.string(),
  path: z.string(),
  code: z.string(),
  account: z.string().optional(),
  msg: z.literal('access was refused'),
});

const countLine = z.object({ refusal: z.literal('access'), network: z.string(), count: z.number() });

describe('the log of refused access', () => {
  const platform = suitePlatform({ TRUST_PROXY: '1' });

  // Nest buffers its lines until the application listens.
  beforeAll(() => platform.listen());

  const linesOf = (id: string) =>
    platform.logLines
      .filter((line) => line.includes(id))
      .flatMap((line) => refusalLine.safeParse(JSON.parse(line)).data ?? []);

  /** Returns the lines of a request after its last one. */
  async function requestLines(headers: Record<string, string>): Promise<z.output<typeof refusalLine>[]> {
    const id = headers['x-request-id'] ?? 'none';
    await until('the last line of the request', () =>
      platform.logLines.some((line) => line.includes(id) && line.includes('responseTime')),
    );
    return linesOf(id);
  }

  const pseudonymOf = async (email: string) => {
    const rows: unknown = await platform.database.query('SELECT id FROM account WHERE email = $1', [email]);
    const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(rows);
    return new AccountPseudonyms(platform.app.get<Environment>(ENVIRONMENT)).of(id);
  };

  it('has one line for each refused call of a batch, and none for the others', async () => {
    const cookie = await platform.session({ role: 'user', email: 'curious@example.org' });
    const { headers } = await request(platform.server)
      .get('/api/trpc/health.pathologyStats,specialties.list,audit.list?batch=1')
      .set({ cookie, 'x-forwarded-for': '192.0.2.1' })
      .expect(207);
    const account = await pseudonymOf('curious@example.org');
    const lines = await requestLines(headers);
    expect(lines.map(({ path, code, account }) => ({ path, code, account }))).toEqual([
      { path: 'health.pathologyStats', code: 'FORBIDDEN', account },
      { path: 'audit.list', code: 'FORBIDDEN', account },
    ]);
    expect(platform.logLines.join()).not.toContain('curious@example.org');
    expect(platform.logLines.join()).not.toContain(cookie.slice('session='.length));
  });

  it('has calls without a session, without an account', async () => {
    const { headers } = await request(platform.server)
      .get('/api/trpc/auth.me,auth.sessions?batch=1')
      .set('x-forwarded-for', '192.0.2.2')
      .expect(401);
    const lines = await requestLines(headers);
    expect(lines.map(({ path, code, account }) => ({ path, code, account }))).toEqual([
      { path: 'auth.me', code: 'UNAUTHORIZED', account: undefined },
      { path: 'auth.sessions', code: 'UNAUTHORIZED', account: undefined },
    ]);
  });

  it('has refused calls of a streamed batch', async () => {
    const { headers } = await request(platform.server)
      .get('/api/trpc/auth.me,specialties.list?batch=1')
      .set({ 'trpc-accept': 'application/jsonl', 'x-forwarded-for': '192.0.2.3' })
      .buffer(true)
      .parse((response, done) => {
        response
          .on('data', () => undefined)
          .on('end', () => {
            done(null, undefined);
          });
      })
      .expect(200);
    const lines = await requestLines(headers);
    expect(lines.map(({ path, code }) => ({ path, code }))).toEqual([
      { path: 'auth.me', code: 'UNAUTHORIZED' },
    ]);
  });

  it.each([
    ['/fhir/Encounter/none', '/fhir/Encounter/:id'],
    ['/api/exports/summary.csv?period=2026', '/api/exports/summary.csv'],
    ['/dashboard?period=2026', '/dashboard'],
  ])('has a refused request of %s, by its route', async (target, path) => {
    const email = `${path}@example.org`;
    const cookie = await platform.session({ role: 'user', email });
    const { headers } = await request(platform.server)
      .get(target)
      .set({ cookie, 'x-forwarded-for': '192.0.2.4' })
      .expect(403);
    expect(await requestLines(headers)).toMatchObject([
      { path, code: 'FORBIDDEN', account: await pseudonymOf(email) },
    ]);
  });

  it('has a request that a guard refuses, by its route', async () => {
    const login = await startLoginPlatform();
    const { headers } = await request(login.origin)
      .get('/api/oauth/callback?error=access_denied')
      .expect(403);
    await login.close();
    const lines = login.logLines.filter((line) => line.includes(headers['x-request-id'] ?? 'none'));
    expect(lines.flatMap((line) => refusalLine.safeParse(JSON.parse(line)).data ?? [])).toMatchObject([
      { path: '/api/oauth/callback', code: 'FORBIDDEN' },
    ]);
  });

  it('has a line for the first sixty of a network in a minute, and the number of the others', async () => {
    const names = Array<string>(50).fill('auth.me').join(',');
    const ids: string[] = [];
    for (let batch = 0; batch < 3; batch += 1) {
      const { headers } = await request(platform.server)
        .get(`/api/trpc/${names}?batch=1`)
        .set('x-forwarded-for', '198.51.100.1')
        .expect(401);
      ids.push(headers['x-request-id'] ?? 'none');
    }
    const other = await request(platform.server)
      .get('/api/trpc/auth.me')
      .set('x-forwarded-for', '198.51.100.2');
    expect(await requestLines(other.headers)).toHaveLength(1);
    expect(ids.flatMap((id) => linesOf(id))).toHaveLength(60);
    await platform.app.close();
    const counts = platform.logLines.flatMap((line) => countLine.safeParse(JSON.parse(line)).data ?? []);
    expect(counts).toEqual([{ refusal: 'access', network: '198.51.100.1', count: 90 }]);
  });
});
