import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Platform, startPlatform } from '../../support/platform';
import { check } from '../../modules/consultations/counts/count-check';
import { type Json, bundleFile, visits } from './bundles';
import { FhirCaller, answers } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

describe('Bundles that are posted at the same time', () => {
  let fhir: FhirPlatform;
  let twin: Platform;
  let doctors: readonly FhirCaller[];

  beforeEach(async () => {
    fhir = await FhirPlatform.start();
    twin = await startPlatform({ DATABASE_URL: fhir.platform.databaseUrl });
    const cookie = await fhir.platform.session({ role: 'doctor', country: 'KE' });
    doctors = [new FhirCaller(fhir.origin, cookie), new FhirCaller(await twin.listen(), cookie)];
  });

  afterEach(async () => {
    expect(await check(fhir.platform.database)).toMatchObject({ code: 0 });
    await twin.close();
    await fhir.close();
  });

  function postAll(bundles: readonly Json[]) {
    return Promise.all(
      bundles.flatMap((bundle, index) => doctors[index % doctors.length]?.post(bundle) ?? []),
    );
  }

  it('record one visit and one count for each Condition, though 64 send them over two processes', async () => {
    const responses = await postAll(Array<Json>(64).fill(visits([1])));
    const answered = responses.map(answers);
    const created = answered.filter(([first]) => first?.status === '201 Created');
    expect(created).toHaveLength(1);
    expect(new Set(answered.map((each) => JSON.stringify(each.map(({ location }) => location)))).size).toBe(
      1,
    );
    expect(await fhir.totals()).toEqual({ encounters: 1, conditions: 2, consultations: 2, cases: 2 });
  });

  it('record Synthea’s people once, though 16 send them', async () => {
    const responses = await postAll(Array<Json>(16).fill(bundleFile('synthea.json')));
    responses.forEach(answers);
    expect(await fhir.totals()).toEqual({ encounters: 5, conditions: 5, consultations: 5, cases: 5 });
  });

  it('never wait for each other in a circle, in whatever order they name what they share', async () => {
    const orders = [
      [1, 2, 3, 4, 5, 6, 7, 8],
      [8, 7, 6, 5, 4, 3, 2, 1],
      [5, 1, 8, 2, 7, 3, 6, 4],
      [3, 8, 1],
    ];
    const bundles = Array.from({ length: 48 }, (_, index) =>
      visits(orders[index % orders.length] ?? [], index % 2 === 0 ? 'transaction' : 'batch'),
    );
    (await postAll(bundles)).forEach(answers);
    expect(await fhir.totals()).toEqual({ encounters: 8, conditions: 16, consultations: 16, cases: 16 });
  });

  it.each(['fhir_encounter', 'consultation_claim', 'pathology_daily_count', 'fhir_condition'])(
    'leave nothing of a connection that dies at %s, and are recorded when they are sent again',
    async (table) => {
      const killer = new Client({ connectionString: fhir.platform.databaseUrl });
      await killer.connect();
      await killer.query('BEGIN');
      await killer.query(`LOCK TABLE ${table} IN SHARE MODE`);
      const [doctor] = doctors;
      const lost = doctor?.post(visits([1, 2]));
      let ended = 0;
      while (ended === 0) {
        await wait(20);
        const { rowCount } = await killer.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
        );
        ended = rowCount ?? 0;
      }
      await killer.query('COMMIT');
      await killer.end();
      expect((await lost)?.status).toBe(500);
      expect(await fhir.totals()).toEqual({ encounters: 0, conditions: 0, consultations: 0, cases: 0 });
      const [again] = await postAll([visits([1, 2])]);
      if (again) answers(again);
      expect(await fhir.totals()).toEqual({ encounters: 2, conditions: 4, consultations: 4, cases: 4 });
    },
  );
});
