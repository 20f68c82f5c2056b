import { ROLES } from '../../../src/platform/access/role';
import { type Platform, startPlatform } from '../../support/platform';
import {
  LOGIN_REQUIRED,
  PERMISSION_REQUIRED,
  PlainCaller,
  badRequest,
  failure,
  payload,
} from '../../support/plain-caller';

const PROCEDURE = 'labSamples.record';

describe('labSamples.record', () => {
  let platform: Platform;
  let anyone: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform();
    anyone = new PlainCaller(await platform.listen());
  });

  beforeEach(async () => {
    await platform.database.query('TRUNCATE lab_sample');
  });

  afterAll(async () => {
    await platform.close();
  });

  const rows = (): Promise<unknown> =>
    platform.database.query(
      `SELECT s.country, s.remark, a.email FROM lab_sample s JOIN account a ON a.id = s.recorded_by`,
    );

  it('records for an administrator, filed under the account’s country', async () => {
    const session = await platform.session({ role: 'admin', country: 'KE', email: 'wanjiru@example.org' });
    expect(payload(await anyone.as(session).post(PROCEDURE, { remark: ' Kept cool. ' }))).toEqual({
      success: true,
      data: {
        id: expect.any(String) as string,
        remark: 'Kept cool.',
        recordedAt: expect.any(String) as string,
      },
    });
    expect(await rows()).toEqual([{ country: 'KE', remark: 'Kept cool.', email: 'wanjiru@example.org' }]);
  });

  it.each(ROLES.filter((role) => role !== 'admin'))('denies a %s, and records nothing', async (role) => {
    const caller = anyone.as(await platform.session({ role, country: 'KE' }));
    expect(failure(await caller.post(PROCEDURE, { remark: 'Kept cool.' }))).toStrictEqual(
      PERMISSION_REQUIRED,
    );
    expect(await rows()).toEqual([]);
  });

  it('answers UNAUTHORIZED without a session, and records nothing', async () => {
    expect(failure(await anyone.post(PROCEDURE, { remark: 'Kept cool.' }))).toStrictEqual(LOGIN_REQUIRED);
    expect(await rows()).toEqual([]);
  });

  it('says what is wrong with a field, and records nothing', async () => {
    const caller = anyone.as(await platform.session({ role: 'admin' }));
    expect(failure(await caller.post(PROCEDURE, { remark: ' ' }))).toStrictEqual(
      badRequest('remark: must not be empty'),
    );
    expect(await rows()).toEqual([]);
  });
});
