import { logIn } from '../../../dev/login/login-flow';
import { exportDhis2 } from '../../../src/integrations/exports/dhis2/export-dhis2.command';
import { ImportRun } from '../../integrations/imports/import-run';
import { type LoginPlatform, startLoginPlatform } from '../../modules/auth/login/login-platform';
import { eventsOfAction } from '../../support/audit-events';
import { PlainCaller } from '../../support/plain-caller';
import { runInProcess } from '../../support/run-command';

const OPERATOR = { operator: expect.any(String) as string, host: expect.any(String) as string };

describe('the audit trail of logins', () => {
  let platform: LoginPlatform;

  beforeAll(async () => {
    platform = await startLoginPlatform();
  });

  afterAll(() => platform.close());

  it('has the creation of the account, and the beginning and end of each session', async () => {
    const logInAs = (username: string) =>
      logIn({ origin: platform.origin, username, password: username.split('.')[0] ?? '' });
    expect(logInAs).toBeDefined();
  });
});
