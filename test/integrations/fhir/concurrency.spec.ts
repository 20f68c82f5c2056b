import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Platform, startPlatform } from '../../support/platform';
import { type Json, numberedEncounters, readBundleFile } from './bundles';
import { CREATED } from './entry-statuses';
import { FhirCaller, readEntries } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

describe('concurrent Bundles', () => {
  let fhir: FhirPlatform;
  let otherProcess: Platform;
  let doctors: readonly FhirCaller[];

  beforeEach(async () => {
    fhir = new FhirPlatform(await startPlatform());
    await fhir.listen();
    otherProcess = await startPlatform({ DATABASE_URL: fhir.platform.databaseUrl });
    const cookie = await fhir.platform.session({ role: 'doctor', country: 'KE' });
    doctors = [new FhirCaller(fhir.origin, cookie), new FhirCaller(await otherProcess.listen(), cookie)];
  });

  afterEach(async () => {
    await fhir.expectCorrectCounts();
    await otherProcess.close();
    await fhir.platform.close();
  });

  function postAll(bundles: readonly Json[]) {
    return Promise.all(
      bundles.flatMap((bundle, index) => doctors[index % doctors.length]?.post(bundle) ?? []),
    );
  }

  it('record one Encounter and its Conditions once from 64 requests to two processes', async () => {
    const responses = await postAll(Array<Json>(64).fill(numberedEncounters([1])));
    const results = responses.map(readEntries);
    const created = results.filter(([first]) => first?.status === CREATED);
    expect(created).toHaveLength(1);
    expect(new Set(results.map((each) => JSON.stringify(each.map(({ location }) => location)))).size).toBe(1);
    expect(await fhir.countRows()).toEqual({ encounters: 1, conditions: 2, consultations: 2, cases: 2 });
  });

  it('record Synthea’s Bundle once from 16 requests', async () => {
    const responses = await postAll(Array<Json>(16).fill(readBundleFile('synthea.json')));
    responses.forEach(readEntries);
    expect(await fhir.countRows()).toEqual({ encounters: 5, conditions: 5, consultations: 5, cases: 5 });
  });

  it('do not deadlock if they have the same Encounters in different orders', async () => {
    const orders = [
      [1, 2, 3, 4, 5, 6, 7, 8],
      [8, 7, 6, 5, 4, 3, 2, 1],
      [5, 1, 8, 2, 7, 3, 6, 4],
      [3, 8, 1],
    ];
    const bundles = Array.from({ length: 48 }, (_, index) =>
      numberedEncounters(orders[index % orders.length] ?? [], index % 2 === 0 ? 'transaction' : 'batch'),
    );
    (await postAll(bundles)).forEach(readEntries);
    expect(await fhir.countRows()).toEqual({ encounters: 8, conditions: 16, consultations: 16, cases: 16 });
  });

  it.each(['fhir_encounter', 'consultation_claim', 'pathology_count_change', 'fhir_condition'])(
    'record nothing if the connection is lost at %s, and are recorded by a retry',
    async (table) => {
      const killer = new Client({ connectionString: fhir.platform.ownerUrl });
      await killer.connect();
      await killer.query('BEGIN');
      await killer.query(`LOCK TABLE ${table} IN SHARE MODE`);
      const [doctor] = doctors;
      const lostResponse = doctor?.post(numberedEncounters([1, 2]));
      let isAnswered = false;
      void lostResponse?.finally(() => (isAnswered = true));
      // Until the answer, because a job of the platform may wait for the lock too.
      while (!isAnswered) {
        await wait(20);
        await killer.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
        );
      }
      await killer.query('COMMIT');
      await killer.end();
      expect((await lostResponse)?.status).toBe(503);
      expect(await fhir.countRows()).toEqual({ encounters: 0, conditions: 0, consultations: 0, cases: 0 });
      const [again] = await postAll([numberedEncounters([1, 2])]);
      if (again) readEntries(again);
      expect(await fhir.countRows()).toEqual({ encounters: 2, conditions: 4, consultations: 4, cases: 4 });
    },
  );
});
