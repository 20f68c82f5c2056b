import { auditSubject } from '../../../src/integrations/subjects/audit-subject.command';
import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { exportSubject } from '../../../src/integrations/subjects/subject-export.command';
import type { Command } from '../../../src/platform/command-line/command';
import { recordConsultation } from '../../contract/consultations';
import { ListeningSuite } from '../../support/listening-suite';
import type { PlainCaller } from '../../support/plain-caller';
import { runInProcess } from '../../support/run-command';
import { encounterBundle } from '../fhir/bundles';
import { FhirCaller } from '../fhir/fhir-caller';

const SYSTEMS = ['http://kisumu.example.org/patients', 'http://nakuru.example.org/patients'] as const;

describe('a number that several clinics of a country use', () => {
  const here = new ListeningSuite();
  let number = 0;
  let patientId: string;

  beforeEach(() => {
    number += 1;
    patientId = `P-${number}`;
  });

  const run = (command: Command, ...args: readonly string[]) =>
    runInProcess(command, here.database, { args: [patientId, '--country', 'KE', ...args] });

  async function createClinic(): Promise<{ caller: PlainCaller; accountId: string; cookie: string }> {
    const cookie = await here.platform.session({
      role: 'doctor',
      country: 'KE',
      name: 'Amina Otieno',
      email: `clinic-${Math.random()}@example.org`,
    });
    const caller = here.anyone.as(cookie);
    return { caller, accountId: await here.accountOf(caller), cookie };
  }

  async function recordEncounter(cookie: string, system: string | undefined): Promise<void> {
    const subject = { identifier: { ...(system !== undefined && { system }), value: patientId } };
    const origin = (await here.platform.app.getUrl()).replace('[::1]', '127.0.0.1');
    const response = await new FhirCaller(origin, cookie).post(
      encounterBundle({ encounter: { subject }, condition: { subject } }),
    );
    expect(response.status).toBe(200);
  }

  const countOf = async (accountId: string) => {
    const [{ count }] = await here.database.query<[{ count: number }]>(
      'SELECT count(*)::integer AS count FROM consultation WHERE recorded_by = $1 AND patient_id = $2',
      [accountId, patientId],
    );
    return count;
  };

  describe('by several accounts', () => {
    let first: Awaited<ReturnType<typeof createClinic>>;
    let second: Awaited<ReturnType<typeof createClinic>>;

    beforeEach(async () => {
      [first, second] = [await createClinic(), await createClinic()];
      await recordConsultation(first.caller, { patientId });
      await recordConsultation(first.caller, { patientId });
      await recordConsultation(second.caller, { patientId });
    });

    it.each([
      [exportSubject, []],
      [eraseSubject, []],
      [eraseSubject, ['--confirm']],
      [auditSubject, []],
    ])('is refused, with the accounts and their counts: %#', async (command, args) => {
      const refusal = await run(command, ...args).then(
        () => '',
        (error: unknown) => String(error),
      );
      expect(refusal).toContain('--recorded-by');
      expect(refusal).toContain(`2 consultations, 0 FHIR Encounters  recorded by ${first.accountId}`);
      expect(refusal).toContain(`1 consultations, 0 FHIR Encounters  recorded by ${second.accountId}`);
      expect(refusal).not.toContain(patientId);
      expect(await countOf(first.accountId)).toBe(2);
    });

    it('is exported of one account', async () => {
      const { output } = await run(exportSubject, '--recorded-by', second.accountId);
      expect(JSON.parse(output)).toMatchObject({ consultations: [{ recordedBy: second.accountId }] });
    });

    it('is listed of one account', async () => {
      const { output } = await run(auditSubject, '--recorded-by', second.accountId);
      expect(output).toMatch(/\d+ events of 1 records in KE\.\n$/);
    });

    it('is erased of one account, and the other one’s patient stays', async () => {
      const email = await here.database.query<[{ email: string }]>(
        'SELECT email FROM account WHERE id = $1',
        [first.accountId],
      );
      const { output } = await run(eraseSubject, '--recorded-by', email[0].email, '--confirm');
      expect(output).toContain('Erased the patient from 2 consultations and 0 FHIR Encounters in KE.');
      expect(output).toContain('Other records with this number, which stay: 1.');
      expect(await countOf(first.accountId)).toBe(0);
      expect(await countOf(second.accountId)).toBe(1);
    });

    it('is erased of all accounts that are named', async () => {
      const names = [first, second].flatMap(({ accountId }) => ['--recorded-by', accountId]);
      const { output } = await run(eraseSubject, ...names, '--confirm');
      expect(output).toContain('Erased the patient from 3 consultations and 0 FHIR Encounters in KE.');
      expect(output).not.toContain('Other records');
    });

    it('is not found of a third account', async () => {
      const third = await createClinic();
      await expect(run(exportSubject, '--recorded-by', third.accountId)).rejects.toThrow('Nothing is stored');
    });
  });

  describe('by one account with several identifier systems', () => {
    let clinic: Awaited<ReturnType<typeof createClinic>>;

    beforeEach(async () => {
      clinic = await createClinic();
      for (const system of [...SYSTEMS, undefined]) await recordEncounter(clinic.cookie, system);
    });

    it('is refused, with the systems and their counts', async () => {
      const refusal = await run(eraseSubject, '--confirm').then(
        () => '',
        (error: unknown) => String(error),
      );
      for (const system of SYSTEMS)
        expect(refusal).toContain(
          `1 consultations, 1 FHIR Encounters  recorded by ${clinic.accountId} "Amina Otieno"  with system ${JSON.stringify(system)}`,
        );
      expect(refusal).toMatch(/"Amina Otieno" {2}without a system$/m);
      expect(await countOf(clinic.accountId)).toBe(3);
    });

    it('is not chosen by the account alone', async () => {
      await expect(run(eraseSubject, '--recorded-by', clinic.accountId, '--confirm')).rejects.toThrow(
        '--system',
      );
    });

    it('is exported and erased of one system', async () => {
      const { output } = await run(exportSubject, '--system', SYSTEMS[1]);
      expect(JSON.parse(output)).toMatchObject({
        consultations: [{ system: SYSTEMS[1] }],
        encounters: [{ content: { patientSystem: SYSTEMS[1] } }],
      });
      await run(eraseSubject, '--system', SYSTEMS[1], '--confirm');
      expect(await countOf(clinic.accountId)).toBe(2);
    });

    it('is erased without a system, and of all', async () => {
      await run(eraseSubject, '--without-system', '--confirm');
      expect(await countOf(clinic.accountId)).toBe(2);
      await run(eraseSubject, '--system', SYSTEMS[0], '--system', SYSTEMS[1], '--confirm');
      expect(await countOf(clinic.accountId)).toBe(0);
    });
  });

  it('is that of one patient if an account sent it with one system and without', async () => {
    const clinic = await createClinic();
    await recordConsultation(clinic.caller, { patientId });
    await recordEncounter(clinic.cookie, SYSTEMS[0]);
    const { output } = await run(eraseSubject);
    expect(output).toContain('Would erase the patient from 2 consultations and 1 FHIR Encounters in KE.');
  });

  it('needs the number of a patient for its options', async () => {
    const args = ['--account', 'x@example.org', '--recorded-by', 'x'];
    await expect(runInProcess(exportSubject, here.database, { args })).rejects.toThrow(
      'Give a patient with --country, or --account, not both.',
    );
  });
});
