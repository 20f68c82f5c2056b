import { randomUUID } from 'node:crypto';
import { applyRetention } from '../../../src/integrations/subjects/apply-retention.command';
import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { CONSULTATION, recordConsultation } from '../../contract/consultations';
import { runCheckCounts } from '../../modules/consultations/counts/count-check';
import { ListeningSuite } from '../../support/listening-suite';
import { type PlainCaller, failure, payload } from '../../support/plain-caller';
import { runInProcess } from '../../support/run-command';
import { CONDITION, ENCOUNTER, type Json, bundleOf, encounterBundle, entry } from '../fhir/bundles';
import { OK } from '../fhir/entry-statuses';
import { FhirCaller, readEntries } from '../fhir/fhir-caller';

describe('an erased record that its system sends again', () => {
  const here = new ListeningSuite();
  let cookie: string;
  let doctor: PlainCaller;
  let patientId: string;

  beforeEach(async () => {
    cookie = await here.platform.session({ role: 'doctor', country: 'KE' });
    doctor = here.anyone.as(cookie);
    patientId = `P-${randomUUID()}`;
  });

  afterEach(async () => {
    expect(await runCheckCounts(here.database)).toMatchObject({ code: 0 });
  });

  const sent = () => ({ ...CONSULTATION, patientId, externalId: 'visit-1' });

  const erase = () =>
    runInProcess(eraseSubject, here.database, { args: [patientId, '--country', 'KE', '--confirm'] });

  async function countPatients(): Promise<number> {
    const [{ count }] = await here.database.query<[{ count: number }]>(
      `SELECT (SELECT count(*) FROM consultation WHERE patient_id = $1)::integer
         + (SELECT count(*) FROM fhir_encounter WHERE patient_id = $1)::integer AS count`,
      [patientId],
    );
    return count;
  }

  it('does not come back if it was voided', async () => {
    const { id } = await recordConsultation(doctor, sent());
    payload(await doctor.post('consultations.void', { id, reason: 'Wrong patient' }));
    await erase();
    expect(failure(await doctor.post('consultations.record', sent())).status).toBe(409);
    const many = await doctor.post('consultations.recordMany', { consultations: [sent(), sent()] });
    expect(payload(many)).toMatchObject({ data: { recorded: 0, refused: 2 } });
    expect(await countPatients()).toBe(0);
  });

  it('does not come back if it was voided and its retention has ended', async () => {
    const { id } = await recordConsultation(doctor, sent());
    payload(await doctor.post('consultations.void', { id, reason: 'Wrong patient' }));
    const old = '01000000-0000-7000-8000-000000000002';
    await here.database.query('ALTER TABLE consultation DISABLE TRIGGER USER');
    await here.database.query(
      `UPDATE consultation SET id = $2, recorded_at = now() - interval '8 years' WHERE id = $1`,
      [id, old],
    );
    await here.database.query('ALTER TABLE consultation ENABLE TRIGGER USER');
    await here.database.query(
      'UPDATE consultation_claim SET consultation_id = $2 WHERE consultation_id = $1',
      [id, old],
    );
    await here.database.query('ALTER TABLE consultation_void DISABLE TRIGGER USER');
    await here.database.query(
      'UPDATE consultation_void SET consultation_id = $2 WHERE consultation_id = $1',
      [id, old],
    );
    await here.database.query('ALTER TABLE consultation_void ENABLE TRIGGER USER');
    await runInProcess(applyRetention, here.database, {
      args: ['--confirm'],
      variables: { PATIENT_RETENTION_YEARS: 'KE=7' },
    });
    expect(failure(await doctor.post('consultations.record', sent())).status).toBe(409);
    expect(await countPatients()).toBe(0);
  });

  it('does not come back if all Conditions of its Encounter were voided', async () => {
    const subject = { identifier: { system: 'http://clinic.example.org/patients', value: patientId } };
    const bundle = encounterBundle({
      encounter: { subject, identifier: [{ system: 'urn:visits', value: '7' }] },
      condition: { subject, identifier: [{ system: 'urn:conditions', value: '7' }] },
    });
    const origin = (await here.platform.app.getUrl()).replace('[::1]', '127.0.0.1');
    const fhir = new FhirCaller(origin, cookie);
    expect((await fhir.postForStatuses(bundle)).map((status) => status.slice(0, 3))).toEqual(['201', '201']);
    const [{ id }] = await here.database.query<[{ id: string }]>(
      'SELECT id FROM consultation WHERE patient_id = $1',
      [patientId],
    );
    payload(await doctor.post('consultations.void', { id, reason: 'Wrong patient' }));
    await erase();
    const response = await fhir.post(bundle);
    expect(response.status).toBe(409);
    expect(await countPatients()).toBe(0);
    const batch = await fhir.post({ ...bundle, type: 'batch' });
    expect(readEntries(batch).map(({ status }) => status.slice(0, 3))).not.toContain('201');
    expect(await countPatients()).toBe(0);
  });

  it.each(['Bundle', 'consultation'])(
    'does not come back if its Encounter got an identifier after a %s had recorded it',
    async (kind) => {
      const subject = { identifier: { value: patientId } };
      const build = (encounter: Json, condition: Json) =>
        encounterBundle({ encounter: { subject, ...encounter }, condition: { subject, ...condition } });
      const known = { identifier: [{ system: 'urn:conditions', value: '8' }] };
      const identified = { identifier: [{ system: 'urn:visits', value: '8' }] };
      const origin = (await here.platform.app.getUrl()).replace('[::1]', '127.0.0.1');
      const fhir = new FhirCaller(origin, cookie);
      if (kind === 'Bundle') await fhir.post(build({}, known));
      else {
        const externalId = 'urn:conditions|8';
        await recordConsultation(doctor, {
          ...sent(),
          externalId,
          consultationDate: ENCOUNTER.period.start,
          pathologyName: 'Malaria',
        });
      }
      expect(await fhir.postForStatuses(build(identified, known))).toEqual([OK, OK]);
      await erase();
      const measles = { code: { text: 'Measles' } };
      for (const condition of [known, measles])
        expect((await fhir.post(build(identified, condition))).status).toBe(409);
      expect(await countPatients()).toBe(0);
      const claims = await here.database.query<{ digest: Buffer }[]>(
        'SELECT digest FROM fhir_encounter_claim WHERE account_id = $1',
        [await here.accountOf(doctor)],
      );
      expect(claims.filter(({ digest }) => digest.length > 0)).toEqual([]);
    },
  );

  it('still takes a correction of a voided record that is not erased', async () => {
    const { id } = await recordConsultation(doctor, { ...sent(), patientId: 'P-1', externalId: 'visit-2' });
    payload(await doctor.post('consultations.void', { id, reason: 'Wrong date' }));
    const corrected = { ...sent(), patientId: 'P-2', externalId: 'visit-2' };
    expect((await recordConsultation(doctor, corrected)).id).not.toBe(id);
  });

  it('does not come back if its Encounter is sent with its first identifier', async () => {
    const url = `urn:uuid:${randomUUID()}`;
    const build = (encounter: Json) =>
      bundleOf([
        entry({ ...ENCOUNTER, subject: { identifier: { value: patientId } }, ...encounter }, url),
        entry({ ...CONDITION, subject: undefined, encounter: { reference: url } }),
      ]);
    const origin = (await here.platform.app.getUrl()).replace('[::1]', '127.0.0.1');
    const fhir = new FhirCaller(origin, cookie);
    const identified = { identifier: [{ system: 'urn:visits', value: '10' }] };
    await fhir.post(build({}));
    await erase();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect((await fhir.post(build(identified))).status).toBe(409);
      expect(await countPatients()).toBe(0);
    }
    const otherStart = { ...identified, period: { start: '2026-03-15T09:30:00Z' } };
    expect((await fhir.postForStatuses(build(otherStart))).map((status) => status.slice(0, 3))).toEqual([
      '201',
      '201',
    ]);
  });
});
