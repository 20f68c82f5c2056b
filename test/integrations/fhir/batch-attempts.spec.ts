import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { EncountersRecorderService } from '../../../src/integrations/fhir/encounters/encounters-recorder.service';
import { CONDITION, ENCOUNTER, bundleOf, entry } from './bundles';
import { CONFLICT, CREATED, FAILED_DEPENDENCY } from './entry-statuses';
import { listStatuses, readEntries } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const SYSTEM = 'http://clinic.example.org/visits';
const COUNT = 30;

describe('a batch whose refusals come to light one by one', () => {
  const fhir = suiteFhirWithNewDoctors();

  afterEach(() => jest.restoreAllMocks());

  /** All mean one stored Encounter with another time, and one new Condition: the first takes it, and hides that others are refused. */
  const conflicting = (start: string) => {
    const encounter = `urn:uuid:${randomUUID()}`;
    return [
      entry(
        { ...ENCOUNTER, identifier: [{ system: SYSTEM, value: 'visit' }], period: { start } },
        encounter,
        { ifNoneExist: `identifier=${SYSTEM}|visit` },
      ),
      entry({
        ...CONDITION,
        identifier: [{ system: SYSTEM, value: 'case' }],
        encounter: { reference: encounter },
      }),
    ];
  };

  /** A batch of an Encounter without identity, then refused ones. */
  const goodThenRefused = async () => {
    const stored = entry(
      { ...ENCOUNTER, identifier: [{ system: SYSTEM, value: 'visit' }] },
      'urn:uuid:stored',
    );
    const first = bundleOf([stored, entry({ ...CONDITION, encounter: { reference: 'urn:uuid:stored' } })]);
    expect(await fhir.doctor.postForStatuses(first)).toEqual([CREATED, CREATED]);
    return bundleOf(
      [
        entry(ENCOUNTER, 'good'),
        entry({ ...CONDITION, encounter: { reference: 'good' } }),
        ...Array.from({ length: COUNT }, () => conflicting('2026-03-15T10:00:00Z')).flat(),
      ],
      'batch',
    );
  };

  it('records few of its Encounters again and again, and those that are not refused', async () => {
    const batch = await goodThenRefused();
    const record = jest.spyOn(EncountersRecorderService.prototype, 'record');
    const statuses = await fhir.doctor.postForStatuses(batch);
    expect(statuses.slice(0, 2)).toEqual([CREATED, CREATED]);
    expect(new Set(statuses.slice(2))).toEqual(new Set([CONFLICT, FAILED_DEPENDENCY]));
    const attempted = record.mock.calls.reduce((sum, [, groups]) => sum + groups.length, 0);
    expect(attempted).toBeLessThanOrEqual(5 * (COUNT + 1));
  });

  it.each([{ headers: {} }, { headers: { 'idempotency-key': 'lost-in-the-middle' } }])(
    'records none if the connection is lost in the middle, and each once when it is sent again: $headers',
    async ({ headers }) => {
      const batch = await goodThenRefused();
      const before = await fhir.countAddedRows();
      const original = EncountersRecorderService.prototype.record;
      let alone = 0;
      const record = jest
        .spyOn(EncountersRecorderService.prototype, 'record')
        .mockImplementation(async function (this: EncountersRecorderService, ...call) {
          if (call[1].length === 1) alone += 1;
          if (alone === 5) await terminateTransactions();
          return original.apply(this, call);
        });
      expect((await fhir.doctor.post(batch, headers)).status).toBe(503);
      expect(alone).toBe(5);
      expect(await fhir.countAddedRows()).toEqual(before);
      record.mockRestore();
      const [encounter, condition] = listStatuses(readEntries(await fhir.doctor.post(batch, headers)));
      expect([encounter, condition]).toEqual([CREATED, CREATED]);
      expect(await fhir.countAddedRows()).toMatchObject({ consultations: before.consultations + 1 });
    },
  );

  async function terminateTransactions(): Promise<void> {
    const killer = new Client({ connectionString: fhir.platform.ownerUrl });
    await killer.connect();
    await killer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction' AND pid <> pg_backend_pid()`,
    );
    await killer.end();
  }
});
