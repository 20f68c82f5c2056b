import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { exportSubject } from '../../../src/integrations/subjects/subject-export.command';
import { Database } from '../../../src/platform/database/database';
import type { Command } from '../../../src/platform/command-line/command';
import { ListeningSuite } from '../../support/listening-suite';
import { LockHolder } from '../../support/lock-holder';
import { runInProcess } from '../../support/run-command';
import { until } from '../../support/until';
import { CONDITION, ENCOUNTER, bundleOf, encounterBundle, entry } from '../fhir/bundles';
import { FhirCaller } from '../fhir/fhir-caller';

const exportSchema = z.object({
  consultations: z.array(z.object({ id: z.string() })),
  encounters: z.array(z.object({ id: z.string() })),
  conditions: z.array(z.object({ consultationId: z.string(), encounterId: z.string() })),
});

describe('an Encounter that is recorded while commands read the records of its patient', () => {
  const here = new ListeningSuite();
  let fhir: FhirCaller;
  let accountId: string;
  let patientId: string;

  beforeEach(async () => {
    const cookie = await here.platform.session({ role: 'doctor', country: 'KE' });
    fhir = new FhirCaller((await here.platform.app.getUrl()).replace('[::1]', '127.0.0.1'), cookie);
    accountId = await here.accountOf(here.anyone.as(cookie));
    patientId = `P-${randomUUID()}`;
    await record();
  });

  afterEach(() => jest.restoreAllMocks());

  const record = () => {
    const subject = { identifier: { value: patientId } };
    return fhir.postForLocations(encounterBundle({ encounter: { subject }, condition: { subject } }));
  };

  const run = (command: Command, ...options: readonly string[]) =>
    runInProcess(command, here.database, { args: [patientId, '--country', 'KE', ...options] });

  /** Records another Encounter after each of the command's lists. */
  function recordBetweenLists(): void {
    const rows = Reflect.get<typeof Database.prototype, 'rows'>(Database.prototype, 'rows');
    jest.spyOn(Database.prototype, 'rows').mockImplementation(async function (this: Database, ...args) {
      const found = await rows.apply(this, args);
      if (/^(list|find)_.*_of_patient$/.test(args[0].name)) await record();
      return found;
    });
  }

  /** Counts the numbers that each Condition and its Encounter have. */
  const listNumbers = () =>
    here.database.query<{ numbers: number; erased: boolean }[]>(
      `SELECT count(DISTINCT n.number)::integer AS numbers, bool_or(n.number LIKE 'erased-%') AS erased
       FROM fhir_condition f
       JOIN fhir_encounter e ON e.country = f.country AND e.id = f.encounter_id
       JOIN consultation c ON c.country = f.country AND c.id = f.consultation_id
       CROSS JOIN LATERAL (VALUES (e.patient_id), (c.patient_id)) AS n (number)
       WHERE e.recorded_by = $1
       GROUP BY e.country, f.consultation_id`,
      [accountId],
    );

  it('is exported with its Conditions or not at all', async () => {
    recordBetweenLists();
    const { consultations, encounters, conditions } = exportSchema.parse(
      JSON.parse((await run(exportSubject)).output),
    );
    expect(conditions.map(({ consultationId }) => consultationId)).toEqual(consultations.map(({ id }) => id));
    expect(conditions.map(({ encounterId }) => encounterId)).toEqual(encounters.map(({ id }) => id));
  });

  it('is erased with its Conditions or not at all', async () => {
    recordBetweenLists();
    expect((await run(eraseSubject, '--confirm')).output).toContain('recorded meanwhile');
    jest.restoreAllMocks();
    const numbers = await listNumbers();
    expect(numbers.map((each) => each.numbers)).toEqual(numbers.map(() => 1));
    expect(new Set(numbers.map(({ erased }) => erased))).toEqual(new Set([true, false]));
  });

  /** Records an Encounter; returns a Bundle with a Condition that has an identifier, by its address. */
  async function buildAddition(change: object = {}) {
    const [address = ''] = await record();
    const metadata: unknown = (await fhir.get('metadata')).body;
    const { implementation } = z.object({ implementation: z.object({ url: z.string() }) }).parse(metadata);
    const url = `${implementation.url}/${address}`;
    const subject = { identifier: { value: patientId } };
    return bundleOf([
      entry({ ...ENCOUNTER, subject }, url),
      entry({
        ...CONDITION,
        subject,
        encounter: { reference: url },
        identifier: [{ system: 'urn:conditions', value: 'added' }],
        ...change,
      }),
    ]);
  }

  it.each([
    { first: 'Condition', status: 200 },
    { first: 'erasure', status: 409 },
  ])(
    'leaves no digest of its number if an identifier comes at the same time as its erasure, the $first first',
    async ({ first, status }) => {
      const addition = await buildAddition();
      const waitForLocks = (count: number) =>
        until(`${count} wait`, async () => {
          const rows = await here.database.query<object[]>(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rows.length === count;
        });
      let response: ReturnType<typeof fhir.post> | undefined;
      let erasure: PromiseLike<unknown> = Promise.resolve();
      const begin = [
        () => (response = fhir.post(addition)),
        () => (erasure = run(eraseSubject, '--confirm')),
      ];
      if (first === 'erasure') begin.reverse();
      await LockHolder.run(here.platform.ownerUrl, async (holder) => {
        await holder.query(
          'SELECT FROM fhir_encounter WHERE patient_id = $1 ORDER BY id DESC LIMIT 1 FOR UPDATE',
          [patientId],
        );
        for (const [index, start] of begin.entries()) {
          void start();
          await waitForLocks(index + 1);
        }
      });
      expect((await response)?.status).toBe(status);
      await erasure;
      const claims = await here.database.query<{ digest: Buffer }[]>(
        `SELECT k.digest FROM consultation_claim k JOIN consultation c ON c.id = k.consultation_id
       WHERE k.account_id = $1 AND c.patient_id LIKE 'erased-%' AND k.digest <> ''`,
        [accountId],
      );
      expect(claims).toEqual([]);
    },
  );

  it('has one number after a Condition was added by its address while it was erased', async () => {
    const addition = await buildAddition({ code: { text: 'Cholera' } });
    let recorded: PromiseLike<unknown> = Promise.resolve();
    await LockHolder.run(here.platform.ownerUrl, async (holder) => {
      // The Bundle waits for this claim after it has read the Encounter.
      await holder.query(
        `INSERT INTO consultation_claim (account_id, external_id, digest, country, consultation_id)
         SELECT recorded_by, 'urn:conditions|added', '', 'KE', uuidv7() FROM fhir_encounter WHERE patient_id = $1 LIMIT 1`,
        [patientId],
      );
      recorded = fhir.postForLocations(addition);
      await holder.waitForWaiting(1);
      await run(eraseSubject, '--confirm');
    });
    await recorded;
    const { output } = await run(eraseSubject, '--confirm');
    expect(output).toContain('Erased the patient from 1 consultations and 0 FHIR Encounters in KE.');
    expect((await listNumbers()).map(({ numbers }) => numbers)).toEqual([1, 1, 1]);
  });
});
