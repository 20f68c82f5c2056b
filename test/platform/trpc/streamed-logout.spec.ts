import { BASE, JSON_TYPE, TransportScenario } from './transport-scenario';

describe('a logout with a streamed response', () => {
  let scenario: TransportScenario;

  beforeAll(async () => {
    scenario = await TransportScenario.start();
  });

  afterAll(async () => {
    await scenario.close();
  });

  const logOut = (cookie: string) =>
    scenario.send({
      method: 'POST',
      path: `${BASE}/auth.logout?batch=1`,
      headers: { ...JSON_TYPE, 'trpc-accept': 'application/jsonl', cookie },
      body: '{}',
    });

  const statusOfMe = async (cookie: string): Promise<number> =>
    (await scenario.send({ method: 'GET', path: `${BASE}/auth.me`, headers: { cookie } })).status;

  it('ends the session and clears the cookie', async () => {
    const { cookie } = await scenario.administrator();
    const { status, text, headers } = await logOut(cookie);
    expect(status).toBe(200);
    expect(text).toContain('"success":true');
    expect(String(headers['set-cookie'])).toMatch(/^session=; Max-Age=0/);
    expect(await statusOfMe(cookie)).toBe(401);
  });

  it('does not clear the cookie if the session could not be deleted', async () => {
    const { cookie } = await scenario.administrator();
    await scenario.platform.database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`,
    );
    await scenario.platform.database.query(
      'CREATE TRIGGER refuse BEFORE DELETE ON session FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    const { status, headers } = await logOut(cookie);
    expect(status).toBe(500);
    expect(headers['set-cookie']).toBeUndefined();
    expect(await statusOfMe(cookie)).toBe(200);
  });
});
