import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { RecordsService } from '../../../src/integrations/fhir/reading/records.service';
import { encounterBundle } from '../../integrations/fhir/bundles';
import { FhirCaller, readFailure } from '../../integrations/fhir/fhir-caller';
import { failure, payload, type PlainCaller } from '../../support/plain-caller';
import { until } from '../../support/until';
import { OutageScenario, REFUSAL_MS, timed } from './outage-scenario';

const UNAVAILABLE = { status: 503, code: 'SERVICE_UNAVAILABLE' };
const CALLS = 12;
/** Times on a quiet machine are in docs/reliability.md. */
const MEDIAN_MS = 5_000;

function recordOf(index: number) {
  return { patientId: `P-${index}`, pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

describe('a lock on one table', () => {
  let scenario: OutageScenario;
  let doctor: PlainCaller;
  let doctorCookie: string;
  let ministry: PlainCaller;
  let blocker: Client;

  beforeAll(async () => {
    // Only the limit of locks: a busy machine needs the others.
    scenario = await OutageScenario.start({
      DATABASE_POOL_SIZE: '8',
      DATABASE_CONNECT_TIMEOUT_MS: '60000',
      DATABASE_ANSWER_TIMEOUT_MS: '60000',
    });
    ({ caller: doctor, cookie: doctorCookie } = await scenario.signIn('doctor'));
    ({ caller: ministry } = await scenario.signIn('ministry'));
    payload(await doctor.post('consultations.record', recordOf(0)));
    blocker = new Client({ connectionString: scenario.database.ownerUrl });
    await blocker.connect();
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await blocker.query('ROLLBACK');
  });

  afterAll(async () => {
    await blocker.end();
    await scenario.close();
  });

  /** Returns the kinds of work whose refusals are in the log. */
  function listPools(): string[] {
    const pools = scenario.platform.logLines.flatMap((line) =>
      line.includes('calls were refused') ? (/"pool":"(\w+)"/.exec(line)?.[1] ?? []) : [],
    );
    return [...new Set(pools)].sort();
  }

  async function lock(table: string): Promise<void> {
    await blocker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  }

  it('that only statistics need leaves sign-in and recording their connections', async () => {
    await lock('medication_daily_units, medication_sum, medication_total');
    let isEnding = false;
    const refused: number[] = [];
    const statuses = new Set<number>();
    const statistics = Array.from({ length: CALLS }, async (_, index) => {
      for (let year = 2000 + index; !isEnding; year += CALLS) {
        const { result, ms } = await timed(() =>
          ministry.get('health.medicationStats', { year: 1_000 + (year % 8_000) }),
        );
        statuses.add(result.status);
        refused.push(ms);
      }
    });
    await until('statistics are refused', () => refused.length > 5);
    const times: number[] = [];
    try {
      for (let index = 1; index <= 20; index += 1) {
        const recorded = await timed(() => doctor.post('consultations.record', recordOf(index)));
        payload(recorded.result);
        const me = await timed(() => doctor.get('auth.me'));
        payload(me.result);
        times.push(recorded.ms, me.ms);
      }
    } finally {
      isEnding = true;
      await Promise.allSettled(statistics);
    }
    expect([...statuses]).toEqual([503]);
    expect(listPools()).toEqual(['statistics']);
    expect(median(times)).toBeLessThan(MEDIAN_MS);
    expect(Math.max(...refused)).toBeLessThan(REFUSAL_MS);
  });

  it('that every call needs makes calls 503, and a write says that this attempt changed nothing', async () => {
    await lock('consultation');
    const calls = Array.from({ length: CALLS }, (_, index) =>
      timed(() => doctor.post('consultations.record', recordOf(100 + index))),
    );
    for (const { result, ms } of await Promise.all(calls)) {
      expect(failure(result)).toMatchObject(UNAVAILABLE);
      expect(failure(result).message).toContain('this attempt changed nothing');
      expect(result.headers['retry-after']).toMatch(/^[12]$/);
      expect(ms).toBeLessThan(REFUSAL_MS);
    }
    await blocker.query('ROLLBACK');
    payload(await doctor.post('consultations.record', recordOf(200)));
    const lines = scenario.platform.logLines.filter((line) => line.includes('calls were refused'));
    // At once, and then one line in five seconds.
    expect(lines.filter((line) => line.includes('"pool":"interactive"')).length).toBeLessThan(CALLS);
    expect(lines.join()).toContain('"code":"55P03"');
    expect(lines.join()).toMatch(/"host":"127\.0\.0\.1:\d+"/);
  });

  it.each([
    ['consultations.void', { id: randomUUID(), reason: 'wrong patient' }, 'consultation'],
    ['consultations.recordMany', { consultations: [recordOf(1)] }, 'pathology_name'],
    ['chatbot.rateResponse', { messageId: randomUUID(), rating: true }, 'message'],
  ])('that %s needs makes it say that this attempt changed nothing', async (procedure, input, table) => {
    await lock(table);
    const refused = failure(await doctor.post(procedure, input));
    expect(refused).toMatchObject(UNAVAILABLE);
    expect(refused.message).toContain('this attempt changed nothing');
  });

  it.each([
    ['fhir_encounter', {}],
    ['fhir_condition', {}],
    ['consultation', { 'idempotency-key': 'locked-1' }],
  ])('that FHIR needs makes a Bundle say that this attempt changed nothing: %s', async (table, headers) => {
    const fhir = new FhirCaller(scenario.origin, doctorCookie);
    await lock(table);
    const refused = readFailure(await fhir.post(encounterBundle(), headers));
    expect(refused.status).toBe(503);
    expect(refused.issues[0]?.text).toContain('this attempt changed nothing');
  });

  it('that is needed to return what FHIR has recorded makes a Bundle say that it may have been recorded', async () => {
    const fhir = new FhirCaller(scenario.origin, doctorCookie);
    const records = scenario.platform.app.get(RecordsService, { strict: false });
    const findEncounters = records.findEncounters.bind(records);
    jest.spyOn(records, 'findEncounters').mockImplementation(async (...found) => {
      await lock('fhir_encounter');
      return findEncounters(...found);
    });
    const refused = readFailure(await fhir.post(encounterBundle(), { prefer: 'return=representation' }));
    expect(refused.status).toBe(503);
    expect(refused.issues[0]?.text).toContain('may have been recorded');
  });
});
