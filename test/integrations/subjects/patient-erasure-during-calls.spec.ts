import { randomUUID } from 'node:crypto';
import { applyRetention } from '../../../src/integrations/subjects/apply-retention.command';
import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { CONSULTATION, recordConsultation } from '../../contract/consultations';
import { ListeningSuite } from '../../support/listening-suite';
import { LockHolder } from '../../support/lock-holder';
import { type PlainCaller, payload } from '../../support/plain-caller';
import { runInProcess } from '../../support/run-command';
import { until } from '../../support/until';
import { CONDITION, ENCOUNTER, MALARIA, bundleOf, encounterBundle, entry } from '../fhir/bundles';
import { OK } from '../fhir/entry-statuses';
import { FhirCaller } from '../fhir/fhir-caller';

const CHOLERA = { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'A00' }] };

async function record(caller: PlainCaller, input: object, headers: Record<string, string>): Promise<void> {
  payload(await caller.post('consultations.record', { ...CONSULTATION, ...input }, headers));
}

describe('npm run subject:erase, while calls about the patient run', () => {
  const here = new ListeningSuite();
  let fhir: FhirCaller;
  let doctor: PlainCaller;
  let accountId: string;
  let patientId: string;

  beforeEach(async () => {
    const cookie = await here.platform.session({ role: 'doctor', country: 'KE' });
    fhir = new FhirCaller((await here.platform.app.getUrl()).replace('[::1]', '127.0.0.1'), cookie);
    doctor = here.anyone.as(cookie);
    accountId = await here.accountOf(doctor);
    patientId = `P-${randomUUID()}`;
  });

  const erase = (...options: readonly string[]) =>
    runInProcess(eraseSubject, here.database, {
      args: [patientId, '--country', 'KE', ...options, '--confirm'],
    });

  const retain = () =>
    runInProcess(applyRetention, here.database, {
      args: ['--confirm'],
      variables: { PATIENT_RETENTION_YEARS: 'KE=7' },
    });

  const bundle = (code = MALARIA) => {
    const subject = { identifier: { value: patientId } };
    return encounterBundle({
      encounter: { subject, identifier: [{ system: 'urn:visits', value: `visit of ${patientId}` }] },
      condition: { subject, identifier: [{ system: 'urn:conditions', value: JSON.stringify(code) }], code },
    });
  };

  const findBodies = async (): Promise<string[]> => {
    const rows = await here.database.query<{ body: string }[]>(
      'SELECT body FROM idempotent_answer WHERE account_id = $1',
      [accountId],
    );
    return rows.map(({ body }) => body);
  };

  const untilErased = () =>
    until('the records are erased', async () => {
      const rows = await here.database.query<unknown[]>(
        `SELECT FROM consultation WHERE recorded_by = $1 AND patient_id LIKE 'erased%'`,
        [accountId],
      );
      return rows.length > 0;
    });

  const untilWaiting = (count: number) =>
    until(`${count} wait for locks`, async () => {
      const rows = await here.database.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length === count;
    });

  interface RunningCall {
    readonly path: string;
    readonly call: (headers: Record<string, string>) => PromiseLike<unknown>;
    /** Until the command cannot go further before the call ends. */
    readonly untilReached?: () => Promise<void>;
  }

  /** Makes a call that reads the records before the command erases them, and stores its response afterwards. */
  async function runDuring<Result>(
    command: () => Promise<Result>,
    { path, call, untilReached = untilErased }: RunningCall,
  ): Promise<Result> {
    let result: Promise<Result> | undefined;
    await LockHolder.run(here.platform.ownerUrl, async (holder) => {
      const key = randomUUID();
      // The call waits for this row when it stores its response, after everything else.
      await holder.query(
        `INSERT INTO idempotent_answer (account_id, path, key, fingerprint, expires_at) VALUES ($1, $2, $3, '', now())`,
        [accountId, path, key],
      );
      const called = Promise.resolve(call({ 'idempotency-key': key }));
      await holder.waitForWaiting(1);
      result = command();
      await untilReached();
      await holder.release();
      await called;
    });
    if (!result) throw new Error('the command was not run');
    return result;
  }

  const postDuring = (command: typeof erase, code = MALARIA) =>
    runDuring(command, {
      path: '/fhir',
      call: (headers) => fhir.post(bundle(code), { ...headers, prefer: 'return=representation' }),
      // The command waits for the claim of the Encounter.
      untilReached: () => untilWaiting(2),
    });

  const voidCall = (id: string) => ({
    path: 'consultations.void',
    call: async (headers: Record<string, string>) =>
      payload(await doctor.post('consultations.void', { id, reason: 'Wanjiru was here' }, headers)),
  });

  async function expectVoidErased(id: string): Promise<void> {
    const rows = await here.database.query<unknown[]>(
      'SELECT reason FROM consultation_void WHERE consultation_id = $1',
      [id],
    );
    expect(rows).toEqual([{ reason: 'erased' }]);
    expect((await findBodies()).join('')).not.toContain('Wanjiru');
  }

  it('erases the response to a Bundle that had read the records', async () => {
    await fhir.postForLocations(bundle());
    const { output } = await postDuring(erase);
    expect(output).not.toContain('meanwhile');
    const [body, ...others] = await findBodies();
    expect(others).toEqual([]);
    expect(body).toContain('"status":"200 OK"');
    expect(body).not.toContain(patientId);
  });

  it('erases a Condition that a Bundle adds meanwhile, with its response', async () => {
    await fhir.postForLocations(bundle());
    const { output } = await postDuring(erase, CHOLERA);
    expect(output).toContain('Erased the patient from 2 consultations and 1 FHIR Encounters');
    expect((await findBodies()).join('')).not.toContain(patientId);
  });

  it('waits for a Bundle with several Encounters of the patient, without a deadlock', async () => {
    const subject = { identifier: { value: patientId } };
    const visit = (value: string) =>
      encounterBundle({
        encounter: { subject, identifier: [{ system: 'urn:v', value }] },
        condition: { subject },
      });
    // The index by which the command finds the claims has them in another order than Bundles.
    for (const value of ['2', '1']) await fhir.postForLocations(visit(value));
    const both = bundleOf(
      ['1', '2'].flatMap((value) => [
        entry({ ...ENCOUNTER, subject, identifier: [{ system: 'urn:v', value }] }, `urn:uuid:${value}`),
        entry({ ...CONDITION, subject, encounter: { reference: `urn:uuid:${value}` } }),
      ]),
    );
    let results: readonly [PromiseLike<string[]>, ReturnType<typeof erase>] | undefined;
    await LockHolder.run(here.platform.ownerUrl, async (holder) => {
      await holder.query(
        `SELECT FROM fhir_encounter_claim WHERE account_id = $1 AND external_id = 'urn:v|1' FOR UPDATE`,
        [accountId],
      );
      const posted = fhir.postForStatuses(both);
      await untilWaiting(1);
      results = [posted, erase()];
      await untilWaiting(2);
    });
    if (!results) throw new Error('nothing was called');
    expect(await results[0]).toEqual(Array<string>(4).fill(OK));
    expect((await results[1]).output).toContain('from 2 consultations and 2 FHIR Encounters');
  });

  it('erases the response of a retry that had read the consultation', async () => {
    const input = { patientId, externalId: `visit of ${patientId}` };
    await recordConsultation(doctor, input);
    await runDuring(erase, {
      path: 'consultations.record',
      call: (headers) => record(doctor, input, headers),
    });
    const bodies = await findBodies();
    expect(bodies).toHaveLength(1);
    expect(bodies.join('')).not.toContain(patientId);
  });

  it('erases the reason of a void that had begun, and its response', async () => {
    const { id } = await recordConsultation(doctor, { patientId });
    await runDuring(erase, voidCall(id));
    await expectVoidErased(id);
  });

  it('erases responses that an interrupted run has left', async () => {
    const headers = { 'idempotency-key': randomUUID(), prefer: 'return=representation' };
    await fhir.post(bundle(), headers);
    const [body] = await findBodies();
    await erase();
    await here.database.query('UPDATE idempotent_answer SET body = $2 WHERE account_id = $1', [
      accountId,
      body,
    ]);
    const dryRun = await runInProcess(eraseSubject, here.database, { args: [patientId, '--country', 'KE'] });
    expect(dryRun.output).toContain('Would erase the patient from 1 stored responses in KE.');
    expect((await findBodies()).join('')).toContain(patientId);
    expect((await erase()).output).toContain('Erased the patient from 1 stored responses in KE.');
    expect((await findBodies()).join('')).not.toContain(patientId);
    await expect(erase()).rejects.toThrow('Nothing is stored about this patient in KE.');
  });

  /** Erases a record with its void, and stores the reason and the response of the void again. */
  async function leaveVoid(): Promise<string> {
    const { id } = await recordConsultation(doctor, { patientId });
    await voidCall(id).call({ 'idempotency-key': randomUUID() });
    const [body] = await findBodies();
    await erase();
    await here.database.query(`UPDATE consultation_void SET reason = $2 WHERE consultation_id = $1`, [
      id,
      'Wanjiru was here',
    ]);
    await here.database.query('UPDATE idempotent_answer SET body = $2 WHERE account_id = $1', [
      accountId,
      body,
    ]);
    return id;
  }

  it('erases the reason of a void that an interrupted run has left, and its response', async () => {
    const id = await leaveVoid();
    expect((await erase()).output).toContain('Erased the reasons of 1 voids that were stored meanwhile.');
    await expectVoidErased(id);
    await expect(erase()).rejects.toThrow('Nothing is stored about this patient in KE.');
  });

  it('leaves a void and its response that retention erases', async () => {
    const id = await leaveVoid();
    await retain();
    await expectVoidErased(id);
  });

  it('leaves no room for texts in later voids of the records', async () => {
    const { id } = await recordConsultation(doctor, { patientId });
    await erase();
    const response = await voidCall(id).call({ 'idempotency-key': randomUUID() });
    expect(response).toMatchObject({ data: { id, reason: 'erased' } });
    await expectVoidErased(id);
  });

  it('keeps the response of another clinic about a patient with the same number', async () => {
    await recordConsultation(doctor, { patientId });
    const other = await here.as('doctor', 'KE');
    const otherId = await here.accountOf(other);
    await record(other, { patientId }, { 'idempotency-key': randomUUID() });
    await erase('--recorded-by', accountId);
    const [{ body }] = await here.database.query<[{ body: string }]>(
      'SELECT body FROM idempotent_answer WHERE account_id = $1',
      [otherId],
    );
    expect(body).toContain(patientId);
  });

  it('erases the reason of a void that had begun when the retention ended, and its response', async () => {
    const [{ id }] = await here.database.query<[{ id: string }]>(
      `INSERT INTO consultation (country, id, pathology_id, patient_id, consulted_at, recorded_by, recorded_at)
       SELECT 'KE', uuidv7(interval '-8 years'), p.id, $1, now() - interval '8 years', $2, now() - interval '8 years'
       FROM pathology p WHERE p.key = 'malaria' AND p.scope = '*'
       RETURNING id`,
      [patientId, accountId],
    );
    await runDuring(retain, voidCall(id));
    await expectVoidErased(id);
  });
});
