import request from 'supertest';
import { type Platform, startPlatform } from '../../../support/platform';
import { LOGIN_REQUIRED, PERMISSION_REQUIRED, failure, payload } from '../../../support/plain-caller';
import { callWith, meOf } from './bearer-caller';
import { SigningPortal } from './signing-portal';

const SALE = { medicationName: 'Paracetamol', soldAt: '2026-03-14T09:30:00Z', units: 20 };

describe('the scopes of an access token', () => {
  let portal: SigningPortal;
  let platform: Platform;

  beforeAll(async () => {
    portal = await SigningPortal.start();
    platform = await startPlatform({ ...portal.settings, DEFAULT_ROLE: 'admin' });
  });

  afterAll(async () => {
    await platform.close();
    await portal.broken.stop();
  });

  const withScope = (scope: string | undefined) => portal.sign({ claims: { scope } });
  const call = async (scope: string, ...procedure: [string, unknown?]) =>
    callWith(platform, await withScope(scope), procedure);

  it.each([
    ['role:admin country:*', 'admin'],
    ['role:doctor role:admin country:*', 'admin'],
    ['role:ministry', 'ministry'],
    ['role:doctor', 'doctor'],
    ['role:pharmacist', 'pharmacist'],
    ['role:user', 'user'],
    ['role:pharmacist role:doctor role:user', 'doctor'],
    ['openid profile role:doctor email', 'doctor'],
    ['role:Doctor', 'user'],
    ['role:surgeon', 'user'],
    ['role:doctor:admin', 'user'],
    ['role:', 'user'],
    ['doctor admin', 'user'],
    ['role:constructor', 'user'],
    ['country:KE', 'user'],
    ['', 'user'],
    [undefined, 'user'],
  ])('%s make it %s', async (scope, role) => {
    expect(await meOf(platform, await withScope(scope))).toMatchObject({ role });
  });

  it('name the country that it records in, and no other', async () => {
    const sell = (scope: string, country?: string) =>
      call(scope, 'health.recordMedicationSales', { sales: [{ ...SALE, country }] });
    payload(await sell('role:pharmacist country:KE', 'KE'));
    payload(await sell('role:pharmacist country:ke'));
    payload(await sell('role:pharmacist country:*', 'UG'));
    expect(failure(await sell('role:pharmacist country:KE', 'UG'))).toMatchObject({ status: 403 });
    expect(failure(await sell('role:pharmacist', 'UG'))).toMatchObject({ status: 403 });
    const filed: unknown = await platform.database.query(
      `SELECT country, sum(units)::int AS units FROM medication_sale GROUP BY country ORDER BY country`,
    );
    expect(filed).toEqual([
      { country: 'KE', units: 40 },
      { country: 'UG', units: 20 },
    ]);
  });

  it('name the country whose statistics it reads, and no other', async () => {
    const read = (scope: string, country?: string) =>
      call(scope, 'health.medicationStats', { year: 2026, ...(country && { country }) });
    payload(await read('role:ministry country:KE'));
    payload(await read('role:ministry country:KE', 'KEN'));
    payload(await read('role:ministry country:*', 'UG'));
    payload(await read('role:admin country:*', 'UG'));
    expect(failure(await read('role:ministry country:KE', 'UG'))).toMatchObject({ status: 403 });
    expect(failure(await read('role:ministry', 'KE'))).toMatchObject({ status: 403 });
    expect(failure(await read('role:doctor country:*', 'KE'))).toEqual(PERMISSION_REQUIRED);
  });

  it.each(['role:admin', 'role:admin country:KE', 'role:doctor country:KE role:admin'])(
    'make no administrator of one country: %s',
    async (scope) => {
      for (const country of ['KE', 'UG', undefined]) {
        const answer = await call(scope, 'health.medicationStats', {
          year: 2026,
          ...(country && { country }),
        });
        expect(failure(answer)).toEqual(LOGIN_REQUIRED);
      }
      expect(platform.logLines.join('')).toContain('an administrator has to have the scope country:*');
    },
  );

  it('decide about files too', async () => {
    const file = async (scope: string, country = 'KE') =>
      request(platform.server)
        .get('/api/exports/summary.csv')
        .query({ period: '2026', country })
        .set('Authorization', `Bearer ${await withScope(scope)}`);
    const taken = await file('role:ministry country:KE');
    expect({ status: taken.status, type: taken.headers['content-type'] }).toEqual({
      status: 200,
      type: expect.stringContaining('text/csv') as unknown,
    });
    expect((await file('role:ministry country:KE', 'UG')).status).toBe(403);
    expect((await file('role:doctor country:KE')).status).toBe(403);
    const refused = await request(platform.server)
      .get('/api/exports/summary.csv')
      .query({ period: '2026' })
      .set('Authorization', 'Bearer rubbish');
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  it('open the dashboard to a ministry’s program as to its people', async () => {
    const token = await withScope('role:ministry country:KE');
    const page = await request(platform.server).get('/dashboard').set('Authorization', `Bearer ${token}`);
    expect(page.status).toBe(200);
  });

  it('are read anew with every token', async () => {
    expect(await meOf(platform, await withScope('role:admin country:*'))).toMatchObject({ role: 'admin' });
    expect(await meOf(platform, await withScope('role:user'))).toMatchObject({ role: 'user' });
    const rows: unknown = await platform.database.query(
      `SELECT role, country FROM account WHERE subject = 'clinic'`,
    );
    expect(rows).toEqual([{ role: 'user', country: null }]);
  });

  it('belong to one account a client, however many calls come at once, on however many processes', async () => {
    const other = await startPlatform({ ...portal.settings, DATABASE_URL: platform.databaseUrl });
    const token = await portal.sign({ claims: { sub: 'newcomer', client_id: 'newcomer' } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => meOf(index % 2 === 0 ? platform : other, token)),
    );
    await other.close();
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const rows: unknown = await platform.database.query(
      `SELECT issuer, name, email FROM account WHERE subject = 'newcomer'`,
    );
    expect(rows).toEqual([{ issuer: `client of ${portal.issuer}`, name: 'newcomer', email: '' }]);
  });
});

describe('the scopes of a portal that names them otherwise', () => {
  it('are translated by OAUTH_SCOPE_MAP, and then by it alone', async () => {
    const portal = await SigningPortal.start();
    const platform = await startPlatform({
      ...portal.settings,
      OAUTH_AUDIENCE: 'health-api',
      OAUTH_SCOPE_MAP:
        'clinical.write=role:doctor,admins=role:admin,https://x.example/all?a=1=country:*,kenya=country:KE',
    });
    const roleOf = async (scope: string) =>
      meOf(platform, await portal.sign({ claims: { aud: 'health-api', scope } }));
    expect(await roleOf('clinical.write kenya')).toMatchObject({ role: 'doctor' });
    expect(await roleOf('clinical.write https://x.example/all?a=1')).toMatchObject({ role: 'doctor' });
    expect(await roleOf('role:admin country:KE country:UG')).toMatchObject({ role: 'user' });
    expect(await roleOf('kenya https://x.example/all?a=1')).toBe(401);
    expect(await roleOf('admins https://x.example/all?a=1')).toMatchObject({ role: 'admin' });
    expect(await roleOf('admins kenya')).toBe(401);
    expect(await meOf(platform, await portal.sign({ claims: { scope: 'clinical.write' } }))).toBe(401);
    await platform.close();
    await portal.broken.stop();
  });
});
