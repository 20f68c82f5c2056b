import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { type Platform, startPlatform } from '../support/platform';
import { PlainCaller, payload } from '../support/plain-caller';

const responseSchema = z.object({ data: z.object({ id: z.string() }) });
const CONSULTATION = { patientId: 'P-1', consultationDate: '2024-05-06T07:08:09Z' };

describe('consultations.void with concurrent calls', () => {
  let platform: Platform;
  let twin: Platform;
  let anyone: PlainCaller;
  let callers: readonly PlainCaller[];

  beforeAll(async () => {
    platform = await startPlatform();
    twin = await startPlatform({ DATABASE_URL: platform.databaseUrl });
    const cookie = await platform.session({ role: 'doctor', country: 'KE' });
    anyone = new PlainCaller(await platform.listen());
    callers = [anyone.as(cookie), new PlainCaller(await twin.listen(), cookie)];
  });

  afterAll(async () => {
    await twin.close();
    await platform.close();
  });

  /** Calls each of two processes on one database in turn. */
  function post(index: number, procedure: string, input: object): Promise<unknown> {
    const caller = callers[index % callers.length];
    if (!caller) throw new Error('there is no caller');
    return caller.post(procedure, input).then(payload);
  }

  async function record(index: number, pathologyName: string): Promise<string> {
    const recorded = await post(index, 'consultations.record', { ...CONSULTATION, pathologyName });
    return responseSchema.parse(recorded).data.id;
  }

  /** Returns the counted cases of a pathology and the voids of its consultations. */
  async function findStored(name: string): Promise<unknown> {
    const [row] = await platform.database.query<unknown[]>(
      `SELECT (SELECT sum(cases)::integer FROM pathology_daily_count d WHERE d.pathology_id = p.id) AS cases,
              (SELECT count(*)::integer FROM consultation_void v JOIN consultation c ON c.id = v.consultation_id
               WHERE c.pathology_id = p.id) AS voids
       FROM pathology p WHERE p.name = $1`,
      [name],
    );
    return row;
  }

  /** Locks a table until ten calls wait for it, so that no call sees the changes of another before it writes. */
  async function callWhileLocked<Responses>(
    table: string,
    calls: () => Promise<Responses>,
  ): Promise<Responses> {
    const holder = new Client({ connectionString: platform.databaseUrl });
    await holder.connect();
    try {
      await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
      const responses = calls();
      let waiting = 0;
      for (let tries = 0; waiting < 10 && tries < 500; tries += 1) {
        await wait(10);
        const { rowCount } = await holder.query(
          'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
        );
        waiting = rowCount ?? 0;
      }
      await holder.query('COMMIT');
      expect(waiting).toBeGreaterThanOrEqual(10);
      return await responses;
    } finally {
      await holder.end();
    }
  }

  it('removes a consultation from the count once, and returns the first void to all calls', async () => {
    await record(0, 'Cholera');
    const id = await record(1, 'Cholera');
    const responses = await callWhileLocked('consultation_void', () =>
      Promise.all(
        Array.from({ length: 50 }, (_none, index) =>
          post(index, 'consultations.void', { id, reason: `Reason ${index}` }),
        ),
      ),
    );
    expect(new Set(responses.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await findStored('Cholera')).toEqual({ cases: 1, voids: 1 });
  });

  it('counts correctly while consultations are recorded, and others voided twice', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, (_none, index) => record(index, 'Malaria')));
    await Promise.all([
      ...ids.flatMap((id, index) => [
        post(index, 'consultations.void', { id, reason: 'Recorded twice' }),
        post(index + 1, 'consultations.void', { id, reason: 'Recorded twice' }),
      ]),
      ...ids.map((_id, index) => record(index, 'Malaria')),
    ]);
    expect(await findStored('Malaria')).toEqual({ cases: 60, voids: 60 });
  });

  it('sums negative slots to zero, and omits them from statistics', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_none, index) => record(index, 'Plague')));
    await Promise.all(
      ids.map((id, index) => post(index, 'consultations.void', { id, reason: 'An exercise' })),
    );
    const slots = await platform.database.query<{ cases: number }[]>(
      `SELECT cases FROM pathology_daily_count d JOIN pathology p ON p.id = d.pathology_id WHERE p.name = 'Plague'`,
    );
    // It is practically impossible that all forty were voided in the slots of their records.
    expect(slots.filter(({ cases }) => cases < 0)).not.toEqual([]);
    expect(await findStored('Plague')).toEqual({ cases: 0, voids: 40 });
    const ministry = anyone.as(await platform.session({ role: 'ministry', country: '*' }));
    const stats = payload(await ministry.get('health.pathologyStats', { year: 2024 }));
    expect(JSON.stringify(stats)).not.toContain('Plague');
  });
});
