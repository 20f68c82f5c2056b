import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'supertest';
import { Client } from 'pg';
import { z } from 'zod';
import { check } from '../counts/count-check';
import { type Platform, startPlatform } from '../../../support/platform';
import { type PlainCaller, failure, payload } from '../../../support/plain-caller';
import { ServerProcesses } from './server-processes';

const PROCESSES = 4;
const RETRIES = 64;
const DAY = '2024-05-06';
const INPUT = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: `${DAY}T07:08:09Z` };

const recorded = z.object({ data: z.object({ id: z.string() }) });

interface Stored {
  readonly consultations: number;
  readonly voided: number;
}

describe('a consultation with an external id, sent by many connections of several processes at once,', () => {
  let platform: Platform;
  let processes: ServerProcesses;
  let callers: readonly PlainCaller[];
  let visits = 0;

  beforeAll(async () => {
    platform = await startPlatform();
    const { databaseUrl } = platform;
    processes = await ServerProcesses.start(PROCESSES, { databaseUrl, connections: RETRIES / PROCESSES });
    callers = processes.callers(await platform.session({ role: 'doctor', country: 'KE' }));
  });

  beforeEach(() => {
    visits += 1;
  });

  afterEach(async () => {
    expect(await check(platform.database)).toMatchObject({ code: 0 });
  });

  afterAll(async () => {
    processes.stop();
    await platform.close();
  });

  function post(procedure: string, input: object, by: number): Promise<Response> {
    const caller = callers[by % callers.length];
    if (!caller) throw new Error('nobody calls');
    return caller.post(procedure, input);
  }

  const record = (by: number, change: object = {}) =>
    post('consultations.record', { ...INPUT, externalId: `visit ${visits}`, ...change }, by);

  const retries = (change: (retry: number) => object = () => ({})) =>
    Promise.all(Array.from({ length: RETRIES }, (_none, retry) => record(retry, change(retry))));

  const idOf = (response: Response) => recorded.parse(payload(response)).data.id;

  async function stored(): Promise<Stored> {
    const [row] = await platform.database.query<[Stored]>(
      `SELECT count(*)::integer AS consultations, count(v.voided_at)::integer AS voided
       FROM consultation c LEFT JOIN consultation_void v ON v.consultation_id = c.id WHERE c.external_id = $1`,
      [`visit ${visits}`],
    );
    return row;
  }

  /**
   * Holds the counts of the day, so that the first call stands there with its claim made and nothing committed, and the
   * others wait for its claim.
   */
  async function whileTheFirstIsHeld<Answers>(
    calls: () => Promise<Answers>,
    meanwhile: (holder: Client) => Promise<void>,
  ): Promise<Answers> {
    await platform.database.query(
      `INSERT INTO pathology_daily_count (country, day, pathology_id, slot, cases)
       SELECT 'KE', $1, id, slot, 0 FROM pathology, generate_series(0, 63) slot WHERE scope = '*' AND key = 'malaria'
       ON CONFLICT DO NOTHING`,
      [DAY],
    );
    const holder = new Client({ connectionString: platform.databaseUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM pathology_daily_count FOR UPDATE');
      const answers = calls();
      await waiting(holder, RETRIES);
      await meanwhile(holder);
      await holder.query('COMMIT');
      return await answers;
    } finally {
      await holder.end();
    }
  }

  /** Waits until so many wait for somebody. */
  async function waiting(observer: Client, expected: number): Promise<void> {
    let found = 0;
    for (let tries = 0; found < expected && tries < 1_000; tries += 1) {
      await wait(10);
      const { rowCount } = await observer.query(
        `SELECT FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple', 'spectoken')`,
      );
      found = rowCount ?? 0;
    }
    expect(found).toBe(expected);
  }

  it('is recorded and counted once, and all are told of the one record', async () => {
    const ids = (await retries()).map(idOf);
    expect(new Set(ids).size).toBe(1);
    expect(await stored()).toEqual({ consultations: 1, voided: 0 });
  });

  it('is recorded once though all had looked before the first was done', async () => {
    const responses = await whileTheFirstIsHeld(retries, () => Promise.resolve());
    expect(new Set(responses.map(idOf)).size).toBe(1);
    expect(await stored()).toEqual({ consultations: 1, voided: 0 });
  });

  it('is recorded once though the connection of the first is cut in the middle, and of the next, and of the next', async () => {
    const killed = 3;
    const responses = await whileTheFirstIsHeld(retries, async (holder) => {
      for (let victim = 0; victim < killed; victim += 1) {
        await waiting(holder, RETRIES - victim);
        const { rowCount } = await holder.query(
          // The next stands there in its place at once: one at a time.
          `SELECT pg_terminate_backend(pid) FROM (
             SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)) LIMIT 1
           ) victim`,
        );
        expect(rowCount).toBe(1);
      }
      await waiting(holder, RETRIES - killed);
    });
    const answered = responses.filter(({ status }) => status === 200);
    expect(answered).toHaveLength(RETRIES - killed);
    expect(new Set(answered.map(idOf)).size).toBe(1);
    expect(responses.filter(({ status }) => status === 500)).toHaveLength(killed);
    expect(await stored()).toEqual({ consultations: 1, voided: 0 });
    // Those whose connection was cut know nothing, and try again.
    expect(idOf(await record(0))).toBe(answered.map(idOf)[0]);
  });

  it.each([
    ['another patient', { patientId: 'P-2' }, 'patientId'],
    ['another day', { consultationDate: '2024-05-07T07:08:09Z' }, 'consultationDate'],
    ['a new name', { pathologyName: 'Homa ya Ziwa' }, 'pathologyName'],
  ])('is recorded with one of two contents, and refused with the other: %s', async (_case, other, field) => {
    const responses = await retries((retry) => (retry % 2 === 0 ? {} : other));
    const done = responses.filter(({ status }) => status === 200);
    expect(done).toHaveLength(RETRIES / 2);
    expect(new Set(done.map(idOf)).size).toBe(1);
    for (const refused of responses.filter(({ status }) => status !== 200)) {
      const { code, message } = failure(refused);
      expect([code, message.replace(/pathologyCode|pathologyName/, 'pathologyName')]).toEqual([
        'CONFLICT',
        `externalId: "visit ${visits}" was recorded before with another ${field}`,
      ]);
    }
    expect(await stored()).toEqual({ consultations: 1, voided: 0 });
  });

  it('counts right while it is voided, retried and corrected at the same time', async () => {
    const corrections = { none: 0, one: 0 };
    for (let round = 0; round < 15; round += 1) {
      visits += 1;
      const id = idOf(await record(round));
      const responses = await Promise.all(
        Array.from({ length: 24 }, (_none, by) =>
          by % 6 === 0
            ? post('consultations.void', { id, reason: 'Another patient' }, by)
            : record(by, by % 2 === 0 ? {} : { patientId: 'P-2' }),
        ),
      );
      for (const response of responses) {
        if (response.status !== 200) expect(failure(response)).toMatchObject({ code: 'CONFLICT' });
      }
      const { consultations, voided } = await stored();
      expect([consultations, voided]).toEqual([consultations === 1 ? 1 : 2, 1]);
      corrections[consultations === 1 ? 'none' : 'one'] += 1;
      const corrected = idOf(await record(round, { patientId: 'P-2' }));
      expect(corrected).not.toBe(id);
      expect(await stored()).toEqual({ consultations: 2, voided: 1 });
    }
    expect(corrections.one).toBeGreaterThan(0);
  });
});
