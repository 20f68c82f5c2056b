import { Client } from 'pg';
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
  let ministry: PlainCaller;
  let blocker: Client;

  beforeAll(async () => {
    // Only the limit of locks: a busy machine needs the others.
    scenario = await OutageScenario.start({
      DATABASE_POOL_SIZE: '8',
      DATABASE_CONNECT_TIMEOUT_MS: '60000',
      DATABASE_ANSWER_TIMEOUT_MS: '60000',
    });
    ({ caller: doctor } = await scenario.signIn('doctor'));
    ({ caller: ministry } = await scenario.signIn('ministry'));
    payload(await doctor.post('consultations.record', recordOf(0)));
    blocker = new Client({ connectionString: scenario.database.ownerUrl });
    await blocker.connect();
  });

  afterEach(() => blocker.query('ROLLBACK'));

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

  it('that every call needs makes calls 503, and a write whose outcome is unknown says so', async () => {
    await lock('consultation');
    const calls = Array.from({ length: CALLS }, (_, index) =>
      timed(() => doctor.post('consultations.record', recordOf(100 + index))),
    );
    for (const { result, ms } of await Promise.all(calls)) {
      expect(failure(result)).toMatchObject(UNAVAILABLE);
      expect(failure(result).message).toContain('may have been recorded');
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
});
