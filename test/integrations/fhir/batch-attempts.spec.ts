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

  /** A batch of Encounters without identity, then refused ones. */
  const goodThenRefused = async (refusedCount: number, goodCount = 1) => {
    const stored = entry(
      { ...ENCOUNTER, identifier: [{ system: SYSTEM, value: 'visit' }] },
      'urn:uuid:stored',
    );
    const first = bundleOf([stored, entry({ ...CONDITION, encounter: { reference: 'urn:uuid:stored' } })]);
    expect(await fhir.doctor.postForStatuses(first)).toEqual([CREATED, CREATED]);
    return bundleOf(
      [
        ...Array.from({ length: goodCount }, (_none, index) => [
          entry(ENCOUNTER, `good-${index}`),
          entry({ ...CONDITION, encounter: { reference: `good-${index}` } }),
        ]).flat(),
        ...Array.from({ length: refusedCount }, () => conflicting('2026-03-15T10:00:00Z')).flat(),
      ],
      'batch',
    );
  };

  it('records few of its Encounters again and again, and those that are not refused', async () => {
    const batch = await goodThenRefused(COUNT);
    const record = jest.spyOn(EncountersRecorderService.prototype, 'record');
    const statuses = await fhir.doctor.postForStatuses(batch);
    expect(statuses.slice(0, 2)).toEqual([CREATED, CREATED]);
    expect(new Set(statuses.slice(2))).toEqual(new Set([CONFLICT, FAILED_DEPENDENCY]));
    const attempted = record.mock.calls.reduce((sum, [, groups]) => sum + groups.length, 0);
    expect(attempted).toBeLessThanOrEqual(8 * (COUNT + 1));
  });

  it('records all others if few are refused', async () => {
    const statuses = await fhir.doctor.postForStatuses(await goodThenRefused(8, 100));
    expect(new Set(statuses.slice(0, 200))).toEqual(new Set([CREATED]));
    expect(new Set(statuses.slice(200))).toEqual(new Set([CONFLICT, FAILED_DEPENDENCY]));
  });

  it('ends after many refusals, and says what it has not tried', async () => {
    const batch = await goodThenRefused(150);
    const record = jest.spyOn(EncountersRecorderService.prototype, 'record');
    const results = readEntries(await fhir.doctor.post(batch));
    const statuses = listStatuses(results);
    expect(statuses.slice(0, 2)).toEqual([CREATED, CREATED]);
    expect(statuses.slice(-2)).toEqual(['503 Service Unavailable', FAILED_DEPENDENCY]);
    expect(results.at(-2)?.issues.join()).toContain('send it again without those');
    expect(record.mock.calls.length).toBeLessThan(130);
    record.mockRestore();
  });

  it('refuses none for a conflict with one that is refused itself', async () => {
    const visit = (name: string, start: string, cases: readonly string[]) => {
      const encounter = `urn:uuid:${name}`;
      return [
        entry({ ...ENCOUNTER, identifier: [{ system: SYSTEM, value: name }], period: { start } }, encounter),
        ...cases.map((value) =>
          entry({
            ...CONDITION,
            identifier: [{ system: SYSTEM, value }],
            encounter: { reference: encounter },
          }),
        ),
      ];
    };
    const batch = bundleOf(
      [
        ...visit('first', '2026-03-14T09:30:00Z', ['a']),
        ...visit('second', '2026-03-15T09:30:00Z', ['a', 'b']),
        ...visit('third', '2026-03-16T09:30:00Z', ['b']),
      ],
      'batch',
    );
    const statuses = await fhir.doctor.postForStatuses(batch);
    expect(statuses).toEqual([
      CREATED,
      CREATED,
      FAILED_DEPENDENCY,
      CONFLICT,
      FAILED_DEPENDENCY,
      CREATED,
      CREATED,
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['without a key', {}],
    ['with a key', { 'idempotency-key': 'lost-in-the-middle' }],
  ])(
    'records none if the connection is lost in the middle, and each once when it is sent again: %s',
    async (_case, headers) => {
      const batch = await goodThenRefused(COUNT);
      const before = await fhir.countAddedRows();
      const recorder = fhir.platform.app.get(EncountersRecorderService);
      const original = recorder.record.bind(recorder);
      let isAnyRecorded = false;
      const record = jest.spyOn(recorder, 'record').mockImplementation(async (...call) => {
        if (isAnyRecorded) await terminateTransactions();
        const outcomes = await original(...call);
        isAnyRecorded = true;
        return outcomes;
      });
      expect((await fhir.doctor.post(batch, headers)).status).toBe(503);
      expect(isAnyRecorded).toBe(true);
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
