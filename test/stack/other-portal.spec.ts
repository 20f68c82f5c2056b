import type { Portal } from '../../dev/portal/start-portal';
import { testPortal } from '../runner/portal';
import { CheckoutCopy, type RunningCopy } from './checkout-copy';

describe('npm start with another portal', () => {
  const copy = CheckoutCopy.forSuite();
  let portal: Portal;
  let stack: RunningCopy;

  beforeAll(async () => {
    portal = await testPortal();
    stack = await copy.start(undefined, {
      OAUTH_AUTHORIZATION_URL: `${portal.issuer}/auth`,
      OAUTH_TOKEN_URL: `${portal.issuer}/token`,
      OAUTH_USERINFO_URL: `${portal.issuer}/me`,
      OAUTH_CLIENT_ID: portal.clientId,
      OAUTH_CLIENT_SECRET: portal.clientSecret,
    });
  });

  it('redirects logins to that portal and embeds the database', async () => {
    const response = await fetch(`${stack.baseUrl}/api/oauth/login`, { redirect: 'manual' });
    expect(response.headers.get('location')).toMatch(new RegExp(`^${portal.issuer}/auth\\?`));
    expect(stack.databaseUrl).toMatch(/^postgres/);
  });

  it('starts no portal, and dev:session fails', async () => {
    await expect(fetch(`http://localhost:${copy.ports.PORTAL_PORT}/`)).rejects.toThrow('fetch failed');
    const { code, stdout, stderr } = await copy.run(['npm', 'run', '-s', 'dev:session', '--', 'doctor']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('portal');
  });
});
