import { suitePlatform } from '../support/platform';
import { pageRequests } from './page-requests';

const VITE = 'http://localhost:5173';

describe('pages with VITE_ORIGIN', () => {
  const platform = suitePlatform({ VITE_ORIGIN: VITE });

  const get = async (path: string) =>
    pageRequests(platform).get(path, await platform.session({ role: 'admin', country: '*' }));

  it.each([
    ['/dashboard', 'dashboard/main.ts'],
    ['/chat', 'chat/main.ts'],
    ['/api/docs', 'reference/main.ts'],
  ])('%s loads Vite’s client and %s, and no built assets', async (path, source) => {
    const { text, status } = await get(path);
    expect(status).toBe(200);
    const scripts = [...text.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, src]) => src);
    expect(scripts).toEqual([`${VITE}/@vite/client`, `${VITE}/${source}`]);
    expect(text).not.toContain('/assets/');
  });

  it.each(['/dashboard', '/chat', '/api/docs'])(
    'the content security policy of %s permits scripts and connections of Vite',
    async (path) => {
      const { headers } = await get(path);
      const policy = headers['content-security-policy'];
      expect(policy).toContain(`script-src 'self' ${VITE};`);
      expect(policy).toContain(`connect-src 'self' ${VITE} ws://localhost:5173`);
      expect(policy).toContain(`style-src 'self' 'unsafe-inline'`);
    },
  );
});

describe('pages without VITE_ORIGIN', () => {
  const platform = suitePlatform();

  it('have a content security policy that names only their own origin', async () => {
    const { headers } = await pageRequests(platform).get('/chat');
    expect(headers['content-security-policy']).toBe(
      "default-src 'self';base-uri 'none';font-src 'self' https: data:;form-action 'self';frame-ancestors 'none';" +
        "img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self';worker-src 'self'",
    );
  });
});
