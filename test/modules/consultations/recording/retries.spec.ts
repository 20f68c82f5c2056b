import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'supertest';
import { Client } from 'pg';
import { z } from 'zod';
import { runCheckCounts } from '../counts/count-check';
import { suitePlatform } from '../../../support/platform';
import { type PlainCaller, failure, payload } from '../../../support/plain-caller';
import { pick } from '../counts/processes';
import { ServerProcesses } from './server-processes';

const PROCESSES = 4;
const RETRIES = 64;
const DAY = '2024-05-06';
const INPUT = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: `${DAY}T07:08:09Z` };

const responseSchema = z.object({ data: z.object({ id: z.string() }) });

interface Stored {
  readonly consultations: number;
  readonly voided: number;
}

/**
 * Condition: the connection records, as the beginning of its statement shows, of which PostgreSQL keeps 1,024 bytes. Background jobs
 * need the locked table too.
 */
const IS_CALL = `query LIKE '%WITH sent AS MATERIALIZED%'`;
/** One account may hold a quarter of the connections of a process. */
const SHARE_OF_ACCOUNT = 1 / 4;

describe('a consultation with an external id, sent concurrently to several processes,', () => {
  let processes: ServerProcesses;
  let callers: readonly PlainCaller[];
  let encounters = 0;

  // Before the platform closes and drops the database.
  afterAll(() => {
    processes.stop();
  });
  const platform = suitePlatform();

  beforeAll(async () => {
    const { databaseUrl } = platform;
    processes = await ServerProcesses.start(PROCESSES, {
      databaseUrl,
      connections: RETRIES / PROCESSES / SHARE_OF_ACCOUNT,
    });
    callers = processes.createCallers(await platform.session({ role: 'doctor', country: 'KE' }));
  });

  beforeEach(() => {
    encounters += 1;
  });

  afterEach(async () => {
    expect(await runCheckCounts(platform.database)).toMatchObject({ code: 0 });
  });

  function post(procedure: string, input: object, by: number): Promise<Response> {
    return pick(callers, by).post(procedure, input);
  }

  const record = (by: number, fields: object = {}) =>
    post('consultations.record', { ...INPUT, externalId: `visit ${encounters}`, ...fields }, by);

  const sendRetries = (createFields: (retry: number) => object = () => ({})) =>
    Promise.all(Array.from({ length: RETRIES }, (_none, retry) => record(retry, createFields(retry))));

  const parseId = (response: Response) => responseSchema.parse(payload(response)).data.id;

  async function countStored(): Promise<Stored> {
    const [row] = await platform.database.query<[Stored]>(
      `SELECT count(*)::integer AS consultations, count(v.voided_at)::integer AS voided
       FROM consultation c LEFT JOIN consultation_void v ON v.country = c.country AND v.consultation_id = c.id
       WHERE c.external_id = $1`,
      [`visit ${encounters}`],
    );
    return row;
  }

  /** Locks the changes of counts, so that the first call waits with an uncommitted claim, and the others wait for its claim. */
  async function callWhileLocked<Responses>(
    calls: () => Promise<Responses>,
    meanwhile: (holder: Client) => Promise<void>,
  ): Promise<Responses> {
    const holder = new Client({ connectionString: platform.ownerUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE pathology_count_change IN SHARE MODE');
      const responses = calls();
      await waitForWaiting(holder, RETRIES);
      await meanwhile(holder);
      await holder.query('COMMIT');
      return await responses;
    } finally {
      await holder.end();
    }
  }

  /** Waits until some number of connections wait for a lock. */
  async function waitForWaiting(observer: Client, expected: number): Promise<void> {
    let found = 0;
    for (let tries = 0; found < expected && tries < 1_000; tries += 1) {
      await wait(10);
      // Otherwise a transaction reads the same state of the connections every time.
      await observer.query('SELECT pg_stat_clear_snapshot()');
      const { rowCount } = await observer.query(
        `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE NOT granted AND datname = current_database() AND ${IS_CALL}`,
      );
      found = rowCount ?? 0;
    }
    expect(found).toBe(expected);
  }

  it('is recorded and counted once, and all calls return the same record', async () => {
    const ids = (await sendRetries()).map(parseId);
    expect(new Set(ids).size).toBe(1);
    expect(await countStored()).toEqual({ consultations: 1, voided: 0 });
  });

  it('is recorded once if all calls start before the first one commits', async () => {
    const responses = await callWhileLocked(sendRetries, () => Promise.resolve());
    expect(new Set(responses.map(parseId)).size).toBe(1);
    expect(await countStored()).toEqual({ consultations: 1, voided: 0 });
  });

  it('is recorded once if the connections of the first three calls are terminated', async () => {
    const terminatedCount = 3;
    const responses = await callWhileLocked(sendRetries, async (holder) => {
      for (let victim = 0; victim < terminatedCount; victim += 1) {
        await waitForWaiting(holder, RETRIES - victim);
        const { rowCount } = await holder.query(
          // One at a time: the next call takes the locks of a terminated one at once.
          `SELECT pg_terminate_backend(pid) FROM (
             SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)) AND ${IS_CALL} LIMIT 1
           ) victim`,
        );
        expect(rowCount).toBe(1);
      }
      await waitForWaiting(holder, RETRIES - terminatedCount);
    });
    const successful = responses.filter(({ status }) => status === 200);
    expect(successful).toHaveLength(RETRIES - terminatedCount);
    expect(new Set(successful.map(parseId)).size).toBe(1);
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(terminatedCount);
    expect(await countStored()).toEqual({ consultations: 1, voided: 0 });
    // The terminated calls may be repeated.
    expect(parseId(await record(0))).toBe(successful.map(parseId)[0]);
  });

  it.each([
    ['another patient', { patientId: 'P-2' }, 'patientId'],
    ['another day', { consultationDate: '2024-05-07T07:08:09Z' }, 'consultationDate'],
    ['a new name', { pathologyName: 'Homa ya Ziwa' }, 'pathologyName'],
  ])('is recorded with one content, and returns 409 for the other: %s', async (_case, other, field) => {
    const responses = await sendRetries((retry) => (retry % 2 === 0 ? {} : other));
    const recorded = responses.filter(({ status }) => status === 200);
    expect(recorded).toHaveLength(RETRIES / 2);
    expect(new Set(recorded.map(parseId)).size).toBe(1);
    const conflict = `externalId: "visit ${encounters}" was recorded before with another ${field}`;
    for (const refused of responses.filter(({ status }) => status !== 200)) {
      const { code, message } = failure(refused);
      expect(code).toBe('CONFLICT');
      expect(message.replace('pathologyCode', 'pathologyName')).toBe(conflict);
    }
    expect(await countStored()).toEqual({ consultations: 1, voided: 0 });
  });

  it('is counted correctly while it is voided, retried and corrected concurrently', async () => {
    const corrections = { none: 0, one: 0 };
    for (let round = 0; round < 15; round += 1) {
      encounters += 1;
      const id = parseId(await record(round));
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
      const { consultations, voided } = await countStored();
      expect([consultations, voided]).toEqual([consultations === 1 ? 1 : 2, 1]);
      corrections[consultations === 1 ? 'none' : 'one'] += 1;
      const corrected = parseId(await record(round, { patientId: 'P-2' }));
      expect(corrected).not.toBe(id);
      expect(await countStored()).toEqual({ consultations: 2, voided: 1 });
    }
    expect(corrections.one).toBeGreaterThan(0);
  });
});
