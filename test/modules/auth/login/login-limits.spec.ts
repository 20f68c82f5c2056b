import { z } from 'zod';
import { type FakePortal, closeConnection, startFakePortal } from './fake-portal';
import { type LoginPlatform, startLoginPlatform } from './login-platform';

const logLine = z.looseObject({ level: z.number(), msg: z.string() });
const ERROR_LEVEL = 50;

type Headers = Record<string, string>;

describe('login and callback', () => {
  let portal: FakePortal;
  let platform: LoginPlatform;

  beforeEach(async () => {
    portal = await startFakePortal();
    platform = await startLoginPlatform({
      OAUTH_ISSUER: portal.issuer,
      LOGIN_ATTEMPTS_PER_MINUTE: '3',
      TRUST_PROXY: '1',
    });
  });

  afterEach(async () => {
    await portal.stop();
    await platform.close();
  });

  const open = (path: string, headers: Headers = {}): Promise<Response> =>
    fetch(`${platform.origin}/api/oauth/${path}`, { redirect: 'manual', headers });

  /** Starts a login. @returns the path of its callback, and the cookie */
  const startLogin = async (headers: Headers = {}) => {
    const response = await open('login', headers);
    const state = new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const [cookie = ''] = response.headers.getSetCookie();
    return { callback: `callback?code=abc&state=${state}`, cookie: cookie.split(';', 1)[0] ?? '' };
  };

  const repeat = async (path: string, headers: Headers = {}): Promise<number[]> => {
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await open(path, headers)).status);
    return statuses;
  };

  const errorLines = (): string[] =>
    platform.logLines
      .map((line) => logLine.parse(JSON.parse(line)))
      .filter(({ level }) => level >= ERROR_LEVEL)
      .map(({ msg }) => msg);

  it('are never stored by browsers and proxies', async () => {
    const { callback, cookie } = await startLogin();
    const responses = [
      await open('login'),
      await open(callback, { cookie }),
      await open('login?returnTo=https://evil.example'),
      await open('callback'),
      await open('callback?error=server_error'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([302, 302, 400, 400, 400]);
    for (const { headers } of responses) expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    'callback',
    'callback?error=server_error',
    'callback?error=access_denied',
    `callback?code=abc&state=${'x'.repeat(43)}`,
  ])('limit the failures of an address: %s', async (path) => {
    const statuses = await repeat(path);
    expect(statuses.slice(3)).toEqual([429, 429]);
    expect(statuses.slice(0, 3).every((status) => status === 400 || status === 403)).toBe(true);
    const refused = await open(path);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.text()).toContain('Too many sign-ins were finished from here');
  });

  it('limit a network, also if its proxy adds ports or writes IPv4 as IPv6', async () => {
    const forms = [
      '192.0.2.1',
      '192.0.2.1:4001',
      '::ffff:192.0.2.1',
      '[::ffff:192.0.2.1]:4002',
      '[192.0.2.1]',
    ];
    const statusesFrom = async (path: string) => {
      const statuses: number[] = [];
      for (const form of forms) statuses.push((await open(path, { 'x-forwarded-for': form })).status);
      return statuses;
    };
    expect(await statusesFrom('callback')).toEqual([400, 400, 400, 429, 429]);
    expect(await statusesFrom('login')).toEqual([302, 302, 302, 429, 429]);
    expect((await open('callback', { 'x-forwarded-for': '192.0.2.2' })).status).toBe(400);
    expect((await open('login', { 'x-forwarded-for': '192.0.2.2' })).status).toBe(302);
  });

  it('are limited separately, so that failed callbacks of others do not stop the start of a login', async () => {
    await repeat('callback');
    expect(await repeat('login')).toEqual([302, 302, 302, 429, 429]);
  });

  it('leave a login valid whose callback was over the limit', async () => {
    const { callback, cookie } = await startLogin();
    await repeat('callback');
    expect((await open(callback, { cookie })).status).toBe(429);
    const elsewhere = { cookie, 'x-forwarded-for': '192.0.2.9' };
    expect((await open(callback, elsewhere)).status).toBe(302);
  });

  it('log no error that a caller causes', async () => {
    const { callback, cookie } = await startLogin();
    await open(callback.replace(/state=.*/, 'state=forged'), { cookie });
    await open('callback?error=server_error');
    await open('callback?error=temporarily_unavailable');
    for (const path of [
      'callback?error=invalid_request',
      'callback',
      'login?returnTo=//evil.example',
      'login?code=1',
    ])
      await repeat(path, { 'x-forwarded-for': `192.0.2.${path.length}` });
    expect(errorLines()).toEqual([]);
  });

  it('log a failure of the portal as a warning, with its reason', async () => {
    portal.handle('/token', closeConnection);
    const { callback, cookie } = await startLogin();
    expect((await open(callback, { cookie })).status).toBe(502);
    const lines = platform.logLines.map((line) => logLine.parse(JSON.parse(line)));
    const [line] = lines.filter(({ msg }) => msg === 'a login failed');
    expect(line).toMatchObject({ level: 40, err: { type: 'PortalError' } });
    // The line of the request, as for every response of 500 and above.
    expect(errorLines()).toEqual(['request errored']);
  });

  it('log a failure of the platform as an error', async () => {
    const { callback, cookie } = await startLogin();
    await platform.database.query('ALTER TABLE session RENAME TO session_away');
    expect((await open(callback, { cookie })).status).toBe(500);
    expect(errorLines()).toContain('a login failed');
  });
});
