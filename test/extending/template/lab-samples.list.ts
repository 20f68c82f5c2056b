import { ROLES } from '../../../src/platform/access/role';
import { ListeningSuite } from '../../support/listening-suite';
import { LOGIN_REQUIRED, PERMISSION_REQUIRED, failure, payload } from '../../support/plain-caller';

const PROCEDURE = 'labSamples.list';

describe('labSamples.list', () => {
  const suite = new ListeningSuite();

  it('lists what the account recorded, latest first, and nothing of another account', async () => {
    const [administrator, other] = [await suite.as('admin', 'KE'), await suite.as('admin', 'KE')];
    for (const remark of ['The first one.', 'The second one.'])
      payload(await administrator.post('labSamples.record', { remark }));
    expect(payload(await administrator.get(PROCEDURE))).toMatchObject({
      success: true,
      data: [{ remark: 'The second one.' }, { remark: 'The first one.' }],
    });
    expect(payload(await other.get(PROCEDURE))).toEqual({ success: true, data: [] });
  });

  it('lists what the account recorded before it moved to another country', async () => {
    const email = 'wanjiru@example.org';
    const cookie = await suite.platform.session({ role: 'admin', country: 'KE', email });
    const administrator = suite.anyone.as(cookie);
    payload(await administrator.post('labSamples.record', { remark: 'In Kenya.' }));
    await suite.database.query(`UPDATE account SET country = 'UG' WHERE email = $1`, [email]);
    payload(await administrator.post('labSamples.record', { remark: 'In Uganda.' }));
    expect(payload(await administrator.get(PROCEDURE))).toMatchObject({
      success: true,
      data: [{ remark: 'In Uganda.' }, { remark: 'In Kenya.' }],
    });
  });

  it.each(ROLES.filter((role) => role !== 'admin'))('denies a %s', async (role) => {
    const caller = await suite.as(role, 'KE');
    expect(failure(await caller.get(PROCEDURE))).toStrictEqual(PERMISSION_REQUIRED);
  });

  it('returns UNAUTHORIZED without a session', async () => {
    expect(failure(await suite.anyone.get(PROCEDURE))).toStrictEqual(LOGIN_REQUIRED);
  });
});
