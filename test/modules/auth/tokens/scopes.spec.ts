import request from 'supertest';
import { startPlatform, suitePlatform } from '../../../support/platform';
import { LOGIN_REQUIRED, PERMISSION_REQUIRED, failure, payload } from '../../../support/plain-caller';
import { callWithToken, fetchMe } from './call-with-token';
import { SigningPortal } from './signing-portal';

const SALE = { medicationName: 'Paracetamol', soldAt: '2026-03-14T09:30:00Z', units: 20 };

describe('scopes of an access token', () => {
  let portal: SigningPortal;
  beforeAll(async () => {
    portal = await SigningPortal.start();
  });
  const platform = suitePlatform(() => ({ ...portal.settings, DEFAULT_ROLE: 'admin' }));
  afterAll(() => portal.stop());

  const signScope = (scope: string | undefined) => portal.sign({ claims: { scope } });
  const call = async (scope: string, ...procedure: [string, unknown?]) =>
    callWithToken(platform, await signScope(scope), procedure);

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
  ])('%s give the role %s', async (scope, role) => {
    expect(await fetchMe(platform, await signScope(scope))).toMatchObject({ role });
  });

  it('allow recording only in their country', async () => {
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

  it('allow statistics only of their country', async () => {
    const read = (scope: string, country?: string) =>
      call(scope, 'health.medicationStats', { year: 2026, ...(country && { country }) });
    payload(await read('role:ministry country:KE'));
    payload(await read('role:ministry country:KE', 'KEN'));
    payload(await read('role:ministry country:*', 'UG'));
    payload(await read('role:admin country:*', 'UG'));
    payload(await read('role:doctor country:KE role:admin', 'KE'));
    expect(failure(await read('role:admin country:KE', 'UG'))).toMatchObject({ status: 403 });
    expect(failure(await read('role:ministry country:KE', 'UG'))).toMatchObject({ status: 403 });
    expect(failure(await read('role:ministry', 'KE'))).toMatchObject({ status: 403 });
    expect(failure(await read('role:doctor country:*', 'KE'))).toEqual(PERMISSION_REQUIRED);
  });

  it.each(['role:admin', 'role:doctor role:admin'])(
    'are refused if they have role:admin without a country: %s',
    async (scope) => {
      for (const country of [{ country: 'KE' }, { country: 'UG' }, {}]) {
        const response = await call(scope, 'health.medicationStats', { year: 2026, ...country });
        expect(failure(response)).toEqual(LOGIN_REQUIRED);
      }
      expect(platform.logLines.join('')).toContain('an administrator has to have a scope of a country');
    },
  );

  it('apply to exported files', async () => {
    const download = async (scope: string, country = 'KE') =>
      request(platform.server)
        .get('/api/exports/summary.csv')
        .query({ period: '2026', country })
        .set('Authorization', `Bearer ${await signScope(scope)}`);
    const accepted = await download('role:ministry country:KE');
    expect(accepted.status).toBe(200);
    expect(accepted.headers['content-type']).toContain('text/csv');
    expect((await download('role:ministry country:KE', 'UG')).status).toBe(403);
    expect((await download('role:doctor country:KE')).status).toBe(403);
    const rubbish = { authorization: 'Bearer rubbish' };
    const summary = request(platform.server).get('/api/exports/summary.csv').query({ period: '2026' });
    const refused = await summary.set(rubbish).expect(401);
    expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  it('open the dashboard if they have role:ministry', async () => {
    const token = await signScope('role:ministry country:KE');
    const page = await request(platform.server).get('/dashboard').set('Authorization', `Bearer ${token}`);
    expect(page.status).toBe(200);
  });

  it('apply to one token and are not stored', async () => {
    expect(await fetchMe(platform, await signScope('role:admin country:*'))).toMatchObject({ role: 'admin' });
    expect(await fetchMe(platform, await signScope('role:user'))).toMatchObject({ role: 'user' });
    const findAccount = `SELECT role, country FROM account WHERE subject = 'clinic'`;
    const rows: unknown = await platform.database.query(findAccount);
    expect(rows).toEqual([{ role: 'user', country: null }]);
  });

  it('belong to one account after concurrent first calls on two processes', async () => {
    const other = await startPlatform({ ...portal.settings, DATABASE_URL: platform.databaseUrl });
    const token = await portal.sign({ claims: { sub: 'newcomer', client_id: 'newcomer' } });
    const users = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => fetchMe(index % 2 === 0 ? platform : other, token)),
    );
    await other.close();
    expect(new Set(users.map((user) => JSON.stringify(user))).size).toBe(1);
    const rows: unknown = await platform.database.query(
      `SELECT issuer, name, email FROM account WHERE subject = 'newcomer'`,
    );
    expect(rows).toEqual([{ issuer: `client of ${portal.issuer}`, name: 'newcomer', email: '' }]);
  });
});

describe('OAUTH_SCOPE_MAP', () => {
  it('translates the listed scopes and ignores all others', async () => {
    const portal = await SigningPortal.start();
    const platform = await startPlatform({
      ...portal.settings,
      OAUTH_AUDIENCE: 'health-api',
      OAUTH_SCOPE_MAP:
        'clinical.write=role:doctor,admins=role:admin,https://x.example/all?a=1=country:*,kenya=country:KE',
    });
    const fetchMeWith = async (scope: string) =>
      fetchMe(platform, await portal.sign({ claims: { aud: 'health-api', scope } }));
    expect(await fetchMeWith('clinical.write kenya')).toMatchObject({ role: 'doctor' });
    expect(await fetchMeWith('clinical.write https://x.example/all?a=1')).toMatchObject({ role: 'doctor' });
    expect(await fetchMeWith('role:admin country:KE country:UG')).toMatchObject({ role: 'user' });
    expect(await fetchMeWith('kenya https://x.example/all?a=1')).toBe(401);
    expect(await fetchMeWith('admins https://x.example/all?a=1')).toMatchObject({ role: 'admin' });
    expect(await fetchMeWith('admins kenya')).toMatchObject({ role: 'admin' });
    expect(await fetchMeWith('admins')).toBe(401);
    expect(await fetchMe(platform, await portal.sign({ claims: { scope: 'clinical.write' } }))).toBe(401);
    await platform.close();
    await portal.stop();
  });
});
