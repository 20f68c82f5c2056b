import request from 'supertest';
import { z } from 'zod';
import { applyRetention } from '../../../src/integrations/subjects/apply-retention.command';
import { auditSubject } from '../../../src/integrations/subjects/audit-subject.command';
import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { exportSubject } from '../../../src/integrations/subjects/subject-export.command';
import type { Command } from '../../../src/platform/command-line/command';
import { recordConsultation } from '../../contract/consultations';
import { runCheckCounts } from '../../modules/consultations/counts/count-check';
import { eventsOfAction } from '../../support/audit-events';
import { ListeningSuite } from '../../support/listening-suite';
import { type PlainCaller, failure, payload } from '../../support/plain-caller';
import { runInProcess } from '../../support/run-command';
import { MALARIA, encounterBundle } from '../fhir/bundles';
import { FhirCaller } from '../fhir/fhir-caller';

/** Appears nowhere else in a dump of the database. */
const PATIENT = 'P-"quoted"-77031';
const NAMED_IN_TEXT = 'Wanjiru Kamau';

describe('the data of a patient', () => {
  const here = new ListeningSuite();
  let doctor: PlainCaller;
  let cookie: string;
  let ids: string[];

  const run = (command: Command, args: readonly string[], variables = {}) =>
    runInProcess(command, here.database, { args, variables });

  beforeEach(async () => {
    cookie = await here.platform.session({ role: 'doctor', country: 'KE', name: 'Amina Otieno' });
    doctor = here.anyone.as(cookie);
    const input = { patientId: PATIENT, externalId: `visit-of-77031-${Math.random()}` };
    const named = await recordConsultation(doctor, { patientId: PATIENT });
    const claimed = await recordConsultation(doctor, input);
    payload(
      await doctor.post('consultations.void', { id: named.id, reason: `Confused with ${NAMED_IN_TEXT}` }),
    );
    const origin = await here.platform.app.getUrl();
    await request(origin.replace('[::1]', '127.0.0.1'))
      .post('/api/trpc/consultations.record')
      .set({ cookie, 'idempotency-key': 'a-key-of-the-clinic' })
      .send({
        0: {
          json: {
            ...input,
            externalId: undefined,
            pathologyName: 'Malaria',
            consultationDate: '2026-03-14T09:30:00Z',
          },
        },
      })
      .expect(200);
    const subject = { identifier: { system: 'http://clinic.example.org/patients', value: PATIENT } };
    const identifier = [{ system: 'urn:visits', value: `visit-of-77031-${Math.random()}` }];
    const bundle = encounterBundle({
      encounter: { subject, identifier },
      condition: { subject, code: { ...MALARIA, text: `Fever of ${NAMED_IN_TEXT}` } },
    });
    const response = await new FhirCaller(origin.replace('[::1]', '127.0.0.1'), cookie).post(bundle);
    expect(response.status).toBe(200);
    const rows = await here.database.query<{ id: string }[]>(
      'SELECT id FROM consultation WHERE patient_id = $1 ORDER BY id',
      [PATIENT],
    );
    ids = rows.map(({ id }) => id);
    expect(ids).toContain(claimed.id);
  });

  afterEach(async () => {
    await here.database.query('DELETE FROM idempotent_answer');
    if ((await run(auditSubject, [PATIENT, '--country', 'KE'])).output.includes(' 0 records')) return;
    await run(eraseSubject, [PATIENT, '--country', 'KE', '--confirm']);
  });

  it.each([
    ['normalization form D', 'José-9', 'José-9'.normalize('NFD')],
    ['invisible characters', 'José-9', 'Jo\u200bs\u0301e\u0301-9\u202e'.replace('s\u0301', 's')],
  ])(
    'are found, and erased, in a number that an earlier release stored with %s',
    async (_case, number, stored) => {
      const { id } = await recordConsultation(doctor, { patientId: number });
      await here.database.query('UPDATE consultation SET patient_id = $2 WHERE id = $1', [id, stored]);
      for (const searched of [number, stored]) {
        const { output } = await run(exportSubject, [searched, '--country', 'KE']);
        expect(output).toContain(id);
      }
      await run(eraseSubject, [number.normalize('NFD'), '--country', 'KE', '--confirm']);
      const [row] = await here.database.query<[{ number: string }]>(
        'SELECT patient_id AS number FROM consultation WHERE id = $1',
        [id],
      );
      expect(row.number).toMatch(/^erased-/);
    },
  );

  /** Returns the tables and columns that contain a text. */
  async function findText(text: string): Promise<string[]> {
    const tables = await here.database.query<{ name: string }[]>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await here.database.query<unknown[]>(
        `SELECT FROM ${name} t WHERE strpos(t::text, $1) > 0 OR strpos(to_jsonb(t)::text, $1) > 0 LIMIT 1`,
        [text],
      );
      if (rows.length > 0) found.push(name);
    }
    return found.sort();
  }

  it('is listed with everybody who touched it', async () => {
    payload(await doctor.post('consultations.list', { patientId: PATIENT }));
    const { code, output } = await run(auditSubject, [PATIENT, '--country', 'KE']);
    expect(code).toBe(0);
    for (const action of ['consultations.record', 'consultations.void', 'fhir.record', 'consultations.list'])
      expect(output).toMatch(
        new RegExp(
          `^\\S+Z  ${action}  "Amina Otieno" \\S+  doctor  from 127\\.0\\.0\\.1  request \\S+  records `,
          'm',
        ),
      );
    expect(output).toMatch(/\d+ events of 5 records in KE\.\n$/);
    expect((await eventsOfAction(here.database, 'audit.subject')).at(-1)).toMatchObject({
      country: 'KE',
      account_id: null,
      details: { operator: expect.any(String) as string, host: expect.any(String) as string },
    });
  });

  it('is not that of the same number in another country', async () => {
    expect((await run(auditSubject, [PATIENT, '--country', 'NG'])).output).toBe(
      '0 events of 0 records in NG.\n',
    );
    await expect(run(exportSubject, [PATIENT, '--country', 'NG'])).rejects.toThrow('Nothing is stored');
    await expect(run(eraseSubject, [PATIENT, '--country', 'NG', '--confirm'])).rejects.toThrow(
      'Nothing is stored',
    );
  });

  it('is exported with those who touched it', async () => {
    const { output } = await run(exportSubject, [PATIENT, '--country', 'KE']);
    const exported = z
      .object({
        patientId: z.literal(PATIENT),
        country: z.literal('KE'),
        consultations: z.array(z.object({ id: z.string(), voidReason: z.string().nullable() })),
        encounters: z.array(z.object({ content: z.object({ identifier: z.array(z.unknown()) }) })),
        conditions: z.array(z.unknown()),
        accesses: z.array(
          z.object({ action: z.string(), account: z.object({ name: z.string() }).nullable() }),
        ),
      })
      .parse(JSON.parse(output));
    expect(exported.consultations.map(({ id }) => id)).toEqual(ids);
    expect(exported.consultations[0]?.voidReason).toContain(NAMED_IN_TEXT);
    expect(exported.encounters).toHaveLength(1);
    expect(exported.conditions).toHaveLength(1);
    expect(exported.accesses).toContainEqual(
      expect.objectContaining({
        action: 'fhir.record',
        account: expect.objectContaining({ name: 'Amina Otieno' }) as object,
      }),
    );
    const event = (await eventsOfAction(here.database, 'subject.export')).at(-1);
    expect(event?.records).toEqual(expect.arrayContaining(ids));
  });

  it('stays without --confirm', async () => {
    const before = await findText('77031');
    const { output } = await run(eraseSubject, [PATIENT, '--country', 'KE']);
    expect(output).toBe(
      'Would erase the patient from 4 consultations and 1 FHIR Encounters in KE.\nNothing was erased: --confirm is missing.\n',
    );
    expect(await findText('77031')).toEqual(before);
  });

  it('is erased everywhere, and every count stays right', async () => {
    expect(await findText(NAMED_IN_TEXT)).toEqual(['consultation_void', 'fhir_condition']);
    const counts = await runCheckCounts(here.database);
    const { output } = await run(eraseSubject, [PATIENT, '--country', 'KE', '--confirm']);
    const [, replacement = ''] = /Its number is now (erased-[0-9a-f-]{36})\.\n$/.exec(output) ?? [];
    // External ids stay in the claims, so that a system that sends its records again does not bring them back.
    expect(await findText('77031')).toEqual(['consultation_claim', 'fhir_encounter_claim']);
    expect(await findText(NAMED_IN_TEXT)).toEqual([]);
    expect(await runCheckCounts(here.database)).toEqual(counts);
    expect(counts.code).toBe(0);
    const event = (await eventsOfAction(here.database, 'subject.erase')).at(-1);
    expect(event).toMatchObject({ country: 'KE', details: { replacement } });
    expect(event?.records).toEqual(expect.arrayContaining(ids));
    // Who touched the erased patient is still known.
    expect((await run(auditSubject, [replacement, '--country', 'KE'])).output).toContain(
      'consultations.record',
    );
  });

  it('does not come back when it is sent again under its external id or key', async () => {
    const [{ externalId }] = await here.database.query<[{ externalId: string }]>(
      `SELECT external_id AS "externalId" FROM consultation_claim WHERE consultation_id = ANY ($1) LIMIT 1`,
      [ids],
    );
    await run(eraseSubject, [PATIENT, '--country', 'KE', '--confirm']);
    const again = await doctor.post('consultations.record', {
      patientId: PATIENT,
      externalId,
      pathologyName: 'Cholera',
      consultationDate: '2024-05-06T07:08:09Z',
    });
    expect(failure(again).status).toBe(409);
    expect(await findText('77031')).toEqual(['consultation_claim', 'fhir_encounter_claim']);
  });

  it('is erased when the retention of its country has ended', async () => {
    await here.database.query('ALTER TABLE consultation DISABLE TRIGGER USER');
    const [id] = ids;
    const old = '01000000-0000-7000-8000-000000000001';
    await here.database.query(
      `UPDATE consultation SET id = $2, recorded_at = now() - interval '8 years' WHERE id = $1`,
      [id, old],
    );
    await here.database.query('ALTER TABLE consultation ENABLE TRIGGER USER');
    const retain = (years: string, ...args: readonly string[]) =>
      run(applyRetention, args, { PATIENT_RETENTION_YEARS: years });
    expect((await retain('KE=9,NG=1', '--confirm')).output).toMatch(
      /KE: Erased the patients of 0 records before/,
    );
    expect((await retain('KE=7')).output).toMatch(/KE: Would erase the patients of 1 records before \S+\n/);
    expect((await retain('KE=7', '--confirm')).output).toMatch(/KE: Erased the patients of 1 records before/);
    const rows = await here.database.query<unknown[]>('SELECT patient_id FROM consultation WHERE id = $1', [
      old,
    ]);
    expect(rows).toEqual([{ patient_id: 'erased' }]);
    expect((await eventsOfAction(here.database, 'retention.apply')).at(-1)).toMatchObject({
      country: 'KE',
      details: { consultations: 1, encounters: 0 },
    });
    expect((await retain('KE=7', '--confirm')).output).toMatch(/of 0 records/);
  });

  it.each([
    [auditSubject, [], 'Give the number of one patient.'],
    [auditSubject, ['P-1'], '--country: required'],
    [exportSubject, ['P-1', '--country', 'Kenya'], '--country: required'],
    [eraseSubject, ['P-1', '--account', 'x'], 'Give a patient with --country, or --account, not both.'],
    [eraseSubject, ['--account', 'nobody@example.org'], 'There is no account'],
    [applyRetention, [], 'PATIENT_RETENTION_YEARS and AUDIT_RETENTION_YEARS: unset'],
  ])('needs valid options: %#', async (command, args, message) => {
    await expect(run(command, args)).rejects.toThrow(message);
  });

  it('needs a valid retention', async () => {
    await expect(run(applyRetention, [], { PATIENT_RETENTION_YEARS: 'KE=0,XX' })).rejects.toThrow(
      'PATIENT_RETENTION_YEARS: "KE=0": expected country=years, such as KE=10, with 1 to 100 years; "XX": expected',
    );
  });
});
