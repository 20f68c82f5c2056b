import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { eventsOfAction } from '../support/audit-events';
import { payload } from '../support/plain-caller';
import { recordConsultation } from './consultations';
import { TwinSuite } from './twin-suite';
import { ALL_CASES } from '../support/daily-counts';

describe('consultations.void with concurrent calls', () => {
  const here = new TwinSuite('doctor');

  const voidOne = async (index: number, id: string, reason = 'Recorded twice') =>
    payload(await here.caller(index).post('consultations.void', { id, reason }));

  const record = async (index: number, pathologyName: string) =>
    (await recordConsultation(here.caller(index), { pathologyName })).id;

  /** Returns the counted cases of a pathology and the voids of its consultations. */
  async function findStored(name: string): Promise<unknown> {
    const [row] = await here.database.query<unknown[]>(
      `SELECT (SELECT sum(cases)::integer FROM ${ALL_CASES} d JOIN pathology p ON p.id = d.pathology_id
               WHERE p.name = $1) AS cases,
              (SELECT count(*)::integer FROM consultation_void v
               JOIN consultation c ON c.country = v.country AND c.id = v.consultation_id
               JOIN pathology p ON p.id = c.pathology_id
               WHERE p.name = $1) AS voids`,
      [name],
    );
    return row;
  }

  /** Locks the voids until ten calls wait for them, so that no call sees the void of another before it writes. */
  async function callWhileLocked<Responses>(calls: () => Promise<Responses>): Promise<Responses> {
    const holder = new Client({ connectionString: here.platform.ownerUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE consultation_void IN SHARE MODE');
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
    const responses = await callWhileLocked(() =>
      Promise.all(Array.from({ length: 50 }, (_none, index) => voidOne(index, id, `Reason ${index}`))),
    );
    expect(new Set(responses.map((each) => JSON.stringify(each))).size).toBe(1);
    const events = await eventsOfAction(here.database, 'consultations.void');
    expect(events).toHaveLength(50);
    expect(events.filter(({ details }) => details === null)).toHaveLength(1);
    expect(await findStored('Cholera')).toEqual({ cases: 1, voids: 1 });
  });

  it('counts correctly while consultations are recorded, and others voided twice', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, (_none, index) => record(index, 'Malaria')));
    await Promise.all([
      ...ids.flatMap((id, index) => [voidOne(index, id), voidOne(index + 1, id)]),
      ...ids.map((_id, index) => record(index, 'Malaria')),
    ]);
    expect(await findStored('Malaria')).toEqual({ cases: 60, voids: 60 });
  });

  it('sums records and their voids to zero, and omits them from statistics', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_none, index) => record(index, 'Plague')));
    await Promise.all(ids.map((id, index) => voidOne(index, id)));
    expect(await findStored('Plague')).toEqual({ cases: 0, voids: 40 });
    const ministry = await here.ministry('*');
    const stats = payload(await ministry.get('health.pathologyStats', { year: 2024 }));
    expect(JSON.stringify(stats)).not.toContain('Plague');
  });
});
