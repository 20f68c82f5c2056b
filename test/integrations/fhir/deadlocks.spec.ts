import { setTimeout as wait } from 'node:timers/promises';
import { EncountersRecorderService } from '../../../src/integrations/fhir/encounters/encounters-recorder.service';
import { getFhirBaseUrl } from '../../../src/integrations/fhir/fhir-base-url';
import { ENVIRONMENT } from '../../../src/platform/config/config.module';
import { type Environment, settings } from '../../../src/platform/config/environment';
import { LockHolder } from '../../support/lock-holder';
import { payload } from '../../support/plain-caller';
import { until } from '../../support/until';
import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { CREATED, OK } from './entry-statuses';
import { listStatuses, readEntries } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const SYSTEM = 'urn:s';
/** Each transaction looks for a deadlock once, when it has waited so long. */
const DEADLOCK_TIMEOUT_MS = 300;
const shared = { identifier: [{ system: SYSTEM, value: 'shared' }] };

function encounterWith(url: string, encounter: Json, conditions: readonly Json[]): Json[] {
  return [
    entry({ ...ENCOUNTER, ...encounter }, url),
    ...conditions.map((condition) => entry({ ...CONDITION, encounter: { reference: url }, ...condition })),
  ];
}

describe('a deadlock of two requests', () => {
  const fhir = suiteFhirWithNewDoctors();
  let unused = 0;
  const newKey = () => ({ 'idempotency-key': `key-${(unused += 1)}` });

  afterEach(() => jest.restoreAllMocks());

  const countWaiting = async () => {
    const rows = await fhir.platform.database.query<object[]>(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length;
  };

  it.each([
    ['without keys', () => ({})],
    ['with keys', newKey],
  ])(
    'refuses neither of two Bundles that lock an Encounter and a Condition in opposite orders: %s',
    async (_case, headers) => {
      const visit = { identifier: [{ system: SYSTEM, value: 'visit' }] };
      const [address = ''] = await fhir.doctor.postForLocations(
        bundleOf(encounterWith('urn:uuid:e', visit, [{ code: { text: 'Cholera' } }])),
      );
      const fhirUrl = getFhirBaseUrl(fhir.platform.app.get<Environment>(ENVIRONMENT).PUBLIC_URL);
      const byIdentifier = bundleOf(
        encounterWith('urn:uuid:e', visit, [shared, { code: { text: `Name ${(unused += 1)}` } }]),
      );
      const byAddress = bundleOf(encounterWith(`${fhirUrl}/${address}`, {}, [shared]));
      let responses: ReturnType<typeof fhir.doctor.post>[] = [];
      await LockHolder.run(fhir.platform.ownerUrl, async (holder) => {
        await holder.query(`SELECT pg_advisory_xact_lock(hashtext('names of pathology'), hashtext('KE'))`);
        for (const bundle of [byIdentifier, byAddress]) {
          responses = [...responses, fhir.doctor.post(bundle, headers())];
          await until('the Bundle waits', async () => (await countWaiting()) === responses.length);
        }
      });
      for (const response of await Promise.all(responses)) readEntries(response);
      expect(await fhir.countAddedRows()).toMatchObject({ encounters: 1, consultations: 3 });
    },
  );

  it.each([
    { keys: 'without keys', pauseMs: 0, headers: () => ({}) },
    { keys: 'without keys', pauseMs: DEADLOCK_TIMEOUT_MS + 500, headers: () => ({}) },
    { keys: 'with keys', pauseMs: 0, headers: newKey },
    { keys: 'with keys', pauseMs: DEADLOCK_TIMEOUT_MS + 500, headers: newKey },
  ])(
    'records both a batch in parts and recordMany $keys, if the batch pauses for $pauseMs ms between its parts',
    async ({ pauseMs, headers }) => {
      const identifier = [{ system: SYSTEM, value: 'stored' }];
      await fhir.doctor.post(bundleOf(encounterWith('urn:uuid:e', { identifier }, [{}])));
      // Each hides that the next one is refused.
      const refusedEntries = Array.from({ length: 8 }, (_none, index) => [
        entry({ ...ENCOUNTER, identifier, period: { start: '2026-03-15T10:00:00Z' } }, `urn:uuid:${index}`, {
          ifNoneExist: `identifier=${SYSTEM}|stored`,
        }),
        entry({
          ...CONDITION,
          identifier: [{ system: SYSTEM, value: 'hiding' }],
          encounter: { reference: `urn:uuid:${index}` },
        }),
      ]);
      const batch = bundleOf(
        [
          ...encounterWith('urn:uuid:first', {}, [shared]),
          ...refusedEntries.flat(),
          ...encounterWith('urn:uuid:last', {}, [{ code: { text: `Name ${(unused += 1)}` } }]),
        ],
        'batch',
      );
      const recorder = fhir.platform.app.get(EncountersRecorderService);
      const original = recorder.record.bind(recorder);
      let nextPauseMs = pauseMs;
      let other: Promise<unknown> | undefined;
      jest.spyOn(recorder, 'record').mockImplementation(async (...call) => {
        if (other) {
          await wait(nextPauseMs);
          nextPauseMs = 0;
        }
        const outcomes = await original(...call);
        if (!other) {
          const consultation = {
            patientId: 'P-1',
            pathologyName: 'Malaria',
            consultationDate: ENCOUNTER.period.start,
          };
          const consultations = [
            { ...consultation, pathologyName: `Name ${(unused += 1)}` },
            { ...consultation, externalId: `${SYSTEM}|shared` },
          ];
          other = fhir.trpc.post('consultations.recordMany', { consultations }, headers()).then(payload);
          await until('recordMany waits for the first part', async () => (await countWaiting()) === 1);
        }
        return outcomes;
      });
      const statuses = listStatuses(readEntries(await fhir.doctor.post(batch, headers())));
      // PostgreSQL ends one of the two, after a pause the batch: its Encounter then has the consultation that recordMany recorded.
      expect(pauseMs > 0 ? [OK] : [CREATED, OK]).toContain(statuses[0]);
      expect(statuses.slice(-2)).toEqual([CREATED, CREATED]);
      expect(await other).toMatchObject({ data: { refused: 0 } });
    },
  );

  it('is found before a wait for a lock ends, with the settings of the embedded database', async () => {
    const [row] = await fhir.platform.database.query<{ deadlock_timeout: string }[]>('SHOW deadlock_timeout');
    expect(row?.deadlock_timeout).toBe(`${DEADLOCK_TIMEOUT_MS}ms`);
    expect(DEADLOCK_TIMEOUT_MS).toBeLessThan(settings.DATABASE_LOCK_TIMEOUT_MS.parse(undefined));
  });
});
