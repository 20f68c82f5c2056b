import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn } from '../../../dev/login/login-flow';
import { exportDhis2 } from '../../../src/integrations/exports/dhis2/export-dhis2.command';
import { suiteImportRun } from '../../integrations/imports/import-run';
import { type LoginPlatform, startLoginPlatform } from '../../modules/auth/login/login-platform';
import { eventsOf, eventsOfAction } from '../../support/audit-events';
import { PlainCaller, payload } from '../../support/plain-caller';
import { runInProcess } from '../../support/run-command';

const OPERATOR = { operator: expect.any(String) as string, host: expect.any(String) as string };

describe('the audit trail of logins', () => {
  let platform: LoginPlatform;

  beforeAll(async () => {
    platform = await startLoginPlatform();
  });

  afterAll(() => platform.close());

  it('has the creation of the account, and the beginning and end of its session', async () => {
    const token = await logIn({ baseUrl: platform.origin, username: 'doctor.ke' });
    const caller = new PlainCaller(platform.origin, `session=${token}`);
    const { id } = payload(await caller.getByQuery('auth.me')) as { id: string };
    expect((await caller.post('auth.logout')).status).toBe(200);

    const [created, ...others] = await eventsOfAction(platform.database, 'accounts.create');
    expect(others).toEqual([]);
    expect(created).toMatchObject({
      country: 'KE',
      account_id: null,
      details: { account: id, to: { role: 'doctor', country: 'KE' } },
    });
    expect(await eventsOf(platform.database, id)).toMatchObject([
      { action: 'sessions.begin', country: 'KE', role: 'doctor', address: '127.0.0.1' },
      { action: 'sessions.end', country: 'KE', role: 'doctor', address: expect.any(String) as string },
    ]);
  });
});

describe('the audit trail of commands', () => {
  const run = suiteImportRun();

  it('has the operator, the source and the digest of an imported file', async () => {
    await run.write('june.csv', [
      'patientId,pathologyName,consultationDate,country',
      'P-1,Malaria,2026-06-01T08:00:00Z,KE',
    ]);
    expect(await run.importConsultations('june.csv')).toEqual([0, 1, 0, 0]);
    expect(await eventsOfAction(run.database, 'import.consultations.file')).toMatchObject([
      {
        account_id: null,
        details: {
          ...OPERATOR,
          source: 'june.csv',
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        },
      },
    ]);
  });

  it('has no file of a dry run, which records nothing', async () => {
    await run.write('june.csv', [
      'patientId,pathologyName,consultationDate,country',
      'P-1,Malaria,2026-06-01T08:00:00Z,KE',
    ]);
    await run.importConsultations('june.csv', '--dry-run');
    expect(await eventsOfAction(run.database, 'import.consultations.file')).toEqual([]);
  });

  it('has no export to DHIS2 that failed', async () => {
    const args = ['--period', '202603', '--mapping', '/nowhere/mapping.json'];
    await expect(runInProcess(exportDhis2, run.database, { args })).rejects.toThrow();
    expect(await eventsOfAction(run.database, 'exports.dhis2')).toEqual([]);
  });

  it('has the operator and the period of an export to DHIS2', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'audited-'));
    const mapping = join(folder, 'mapping.json');
    const dataElements = [{ dataElement: 'f7n9E0hX8qk', pathologies: ['B54'] }];
    await writeFile(mapping, JSON.stringify({ dataElements, organisationUnits: { KE: 'DiszpKrYNg8' } }));
    const args = ['--period', '202603', '--country', 'KE', '--mapping', mapping];
    expect(await runInProcess(exportDhis2, run.database, { args })).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
    expect(await eventsOfAction(run.database, 'exports.dhis2')).toMatchObject([
      { country: 'KE', account_id: null, details: { ...OPERATOR, subject: ['2026-03'] } },
    ]);
  });
});
