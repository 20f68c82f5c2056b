import { ROLES } from '../../../src/platform/access/role';
import { type Platform, startPlatform } from '../../support/platform';
import {
  LOGIN_REQUIRED,
  PERMISSION_REQUIRED,
  PlainCaller,
  failure,
  payload,
} from '../../support/plain-caller';

const PROCEDURE = 'labSamples.list';

describe('labSamples.list', () => {
  let platform: Platform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform();
    anyone = new PlainCaller(await platform.listen());
  });

  afterAll(async () => {
    await platform.close();
  });

  it('lists what the account recorded, latest first, and nothing of another account', async () => {
    const administrator = anyone.as(await platform.session({ role: 'admin', country: 'KE' }));
    const other = anyone.as(await platform.session({ role: 'admin', country: 'KE' }));
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
    const administrator = anyone.as(await platform.session({ role: 'admin', country: 'KE', email }));
    payload(await administrator.post('labSamples.record', { remark: 'In Kenya.' }));
    await platform.database.query(`UPDATE account SET country = 'UG' WHERE email = $1`, [email]);
    payload(await administrator.post('labSamples.record', { remark: 'In Uganda.' }));
    expect(payload(await administrator.get(PROCEDURE))).toMatchObject({
      success: true,
      data: [{ remark: 'In Uganda.' }, { remark: 'In Kenya.' }],
    });
  });

  it.each(ROLES.filter((role) => role !== 'admin'))('denies a %s', async (role) => {
    const caller = anyone.as(await platform.session({ role, country: 'KE' }));
    expect(failure(await caller.get(PROCEDURE))).toStrictEqual(PERMISSION_REQUIRED);
  });

  it('answers UNAUTHORIZED without a session', async () => {
    expect(failure(await anyone.get(PROCEDURE))).toStrictEqual(LOGIN_REQUIRED);
  });
});
