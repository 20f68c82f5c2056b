import request from 'supertest';
import { suitePlatform } from '../support/platform';
import { pageRequests } from './page-requests';

const NASTY = '</td><script>alert(1)</script>';

/** Returns an id that names the country. */
function requestIdFrom(country: string): string {
  return `6b1d6c0e-9d0a-4c5a-8f43-${Buffer.from(country.repeat(3)).toString('hex')}`;
}

describe('the page of the audit trail', () => {
  const platform = suitePlatform();
  const { get, expireSession } = pageRequests(platform);
  let admin: string;
  let kenyan: string;

  beforeAll(async () => {
    admin = await platform.session({ role: 'admin', country: '*', name: NASTY });
    kenyan = await platform.session({ role: 'admin', country: 'KE', email: 'ke@example.org' });
    for (const country of ['KE', 'NG']) {
      const email = `${country}@example.org`;
      const cookie = await platform.session({ role: 'doctor', country, email, name: `Doctor of ${country}` });
      await request(platform.server)
        .post('/api/trpc/consultations.record')
        .set({ cookie, 'x-request-id': requestIdFrom(country) })
        .send({
          0: {
            json: { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' },
          },
        })
        .expect(200);
    }
  });

  it('redirects to the login with a return path when there is no session', async () => {
    const { status, headers } = await get('/admin/audit?action=x');
    expect(status).toBe(302);
    expect(headers.location).toBe(`/api/oauth/login?returnTo=${encodeURIComponent('/admin/audit?action=x')}`);
    const late = await platform.session({ role: 'admin', country: '*', email: 'late@example.org' });
    await expireSession(late);
    expect((await get('/admin/audit', late)).status).toBe(302);
  });

  it.each(['ministry', 'doctor', 'pharmacist', 'user'] as const)('is refused to a %s', async (role) => {
    const { status, text } = await get('/admin/audit', await platform.session({ role, country: '*' }));
    expect(status).toBe(403);
    expect(text).toContain('This page is for administrators');
    expect(text).not.toContain('consultations.record');
  });

  it('shows who did what, from where and in which request, and is not cached', async () => {
    const { status, headers, text } = await get('/admin/audit', admin);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    for (const expected of [
      'consultations.record',
      'Doctor of KE',
      'Doctor of NG',
      requestIdFrom('KE'),
      '127.0.0.1',
    ])
      expect(text).toContain(expected);
  });

  it('shows an administrator of one country only its events', async () => {
    const { text } = await get('/admin/audit', kenyan);
    expect(text).toContain('Doctor of KE');
    expect(text).not.toContain('Doctor of NG');
    const other = await get('/admin/audit?country=NG', kenyan);
    expect(other.status).toBe(403);
    expect(other.text).toContain('your account is tied to KE');
  });

  it('escapes what accounts and requests contain', async () => {
    const { text } = await get(`/admin/audit?action=${encodeURIComponent(NASTY)}`, admin);
    const unfiltered = await get('/admin/audit', admin);
    for (const page of [text, unfiltered.text])
      expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/sign-out.js" defer>']);
    expect(unfiltered.text).toContain('&lt;script&gt;');
  });

  it('filters, and keeps the filter in the form and in the link to older events', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { text } = await get(`/admin/audit?action=consultations.record&from=${today}`, admin);
    expect(text.match(/<tr>/g)).toHaveLength(3);
    expect(text).toContain(`name="from" value="${today}"`);
    expect((await get(`/admin/audit?before=${today}`, admin)).text).toContain('No events match.');
  });

  it('links to older events', async () => {
    for (let read = 0; read < 60; read += 1) await get('/admin/audit?lang=fr', admin);
    const { text } = await get('/admin/audit?lang=fr', admin);
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(text) ?? [];
    const older = await get(next.replaceAll('&amp;', '&'), admin);
    expect(older.status).toBe(200);
    expect(older.text).toContain('Derniers événements');
  });

  it('says which value is not valid', async () => {
    const { status, text } = await get('/admin/audit?country=Kenya&from=yesterday', admin);
    expect(status).toBe(400);
    expect(text).toContain('country: expected an ISO 3166-1 country code');
    expect(text).toContain('from: expected an ISO 8601 timestamp');
  });

  it.each([
    ['ar', 'rtl', 'من فعل ماذا'],
    ['pt', 'ltr', 'Quem fez o quê'],
    ['sw', 'ltr', 'Nani alifanya nini'],
  ])('is in %s', async (locale, direction, title) => {
    const { text } = await get(`/admin/audit?lang=${locale}`, admin);
    expect(text).toContain(`<html lang="${locale}" dir="${direction}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
  });

  it('writes an event of each view', async () => {
    const before = await platform.database.query<unknown[]>(
      `SELECT FROM audit_event WHERE action = 'pages.audit' AND country = 'KE'`,
    );
    await get('/admin/audit', kenyan);
    const after = await platform.database.query<unknown[]>(
      `SELECT FROM audit_event WHERE action = 'pages.audit' AND country = 'KE'`,
    );
    expect(after).toHaveLength(before.length + 1);
  });
});
