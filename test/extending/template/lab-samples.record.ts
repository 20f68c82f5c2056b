import { ROLES } from '../../../src/platform/access/role';
import { ListeningSuite } from '../../support/listening-suite';
import {
  LOGIN_REQUIRED,
  PERMISSION_REQUIRED,
  badRequest,
  failure,
  payload,
} from '../../support/plain-caller';

const PROCEDURE = 'labSamples.record';
const INPUT = { remark: 'Kept cool.' };

describe('labSamples.record', () => {
  const suite = new ListeningSuite();

  beforeEach(() => suite.database.query('TRUNCATE lab_sample'));

  const rows = (): Promise<unknown> =>
    suite.database.query(
      `SELECT s.country, s.remark, a.email FROM lab_sample s JOIN account a ON a.id = s.recorded_by`,
    );

  it('records for an administrator, with the country of the account', async () => {
    const email = 'wanjiru@example.org';
    const session = await suite.platform.session({ role: 'admin', country: 'KE', email });
    const [id, recordedAt] = [expect.any(String) as string, expect.any(String) as string];
    expect(payload(await suite.anyone.as(session).post(PROCEDURE, { remark: ' Kept cool. ' }))).toEqual({
      success: true,
      data: { id, remark: 'Kept cool.', recordedAt },
    });
    expect(await rows()).toEqual([{ country: 'KE', remark: 'Kept cool.', email }]);
  });

  it.each(ROLES.filter((role) => role !== 'admin'))('denies a %s, and records nothing', async (role) => {
    const caller = await suite.as(role, 'KE');
    expect(failure(await caller.post(PROCEDURE, INPUT))).toStrictEqual(PERMISSION_REQUIRED);
    expect(await rows()).toEqual([]);
  });

  it('returns UNAUTHORIZED without a session, and records nothing', async () => {
    expect(failure(await suite.anyone.post(PROCEDURE, INPUT))).toStrictEqual(LOGIN_REQUIRED);
    expect(await rows()).toEqual([]);
  });

  it('names an invalid field in its error, and records nothing', async () => {
    const caller = await suite.as('admin');
    const refused = failure(await caller.post(PROCEDURE, { remark: ' ' }));
    expect(refused).toStrictEqual(badRequest('remark: must not be empty'));
    expect(await rows()).toEqual([]);
  });
});
