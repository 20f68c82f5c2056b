import { refuseWrites } from '../../support/refused-writes';
import { STREAM, TransportScenario } from './transport-scenario';

describe('a logout with a streamed response', () => {
  const scenario = TransportScenario.forSuite();

  const logOut = (cookie: string) => scenario.post('auth.logout?batch=1', '{}', { ...STREAM, cookie });

  const statusOfMe = async (cookie: string) => (await scenario.get('auth.me', { cookie })).status;

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
    await refuseWrites(scenario.platform.database, 'DELETE ON session');
    const { status, headers } = await logOut(cookie);
    expect(status).toBe(500);
    expect(headers['set-cookie']).toBeUndefined();
    expect(await statusOfMe(cookie)).toBe(200);
  });
});
