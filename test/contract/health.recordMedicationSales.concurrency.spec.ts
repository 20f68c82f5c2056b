import { setTimeout as wait } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { z } from 'zod';
import { failure, payload } from '../support/plain-caller';
import { deleteAllSales, findAllSales, findUnitDifferences } from './medication-sales.database';
import { SALE } from './medication-sales-suite';
import { TwinSuite } from './twin-suite';

const PROCEDURE = 'health.recordMedicationSales';
const IDS = 120;

/** Names of the catalogue, in several spellings, and new names. Every call has all of them. */
const NAMES = [
  'Paracetamol',
  'SRO',
  'Dawa mpya',
  'Zinc',
  'Kisumu drops',
  'Ibuprofen',
  'dawa-mpya',
  'Homa mix',
];

const responseSchema = z.object({ data: z.object({ recorded: z.int(), alreadyRecorded: z.int() }) });

/** Returns the sale of an external id. */
function createSale(index: number) {
  return {
    externalId: `till/${(index * 7919) % 1000}`,
    medicationName: NAMES[index % NAMES.length],
    soldAt: `2024-05-${String(1 + (index % 5)).padStart(2, '0')}T08:00:00Z`,
    units: 1 + (index % 9),
  };
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, position: Math.random() }))
    .sort((one, other) => one.position - other.position)
    .map(({ item }) => item);
}

describe('health.recordMedicationSales with concurrent calls', () => {
  const here = new TwinSuite('pharmacist');

  beforeEach(async () => {
    await deleteAllSales(here.database);
    await here.database.query(`DELETE FROM medication_name WHERE scope <> '*'`);
    await here.database.query(`DELETE FROM medication WHERE scope <> '*'`);
  });

  const send = (sales: readonly object[], index = 0) => here.caller(index).post(PROCEDURE, { sales });

  it('counts each sale once if calls overlap, repeat and reorder them', async () => {
    const sales = Array.from({ length: IDS }, (_none, index) => createSale(index));
    const calls = Array.from({ length: 80 }, () =>
      shuffle(sales).slice(0, 30 + Math.floor(Math.random() * 60)),
    );
    const responses = await Promise.all(
      // Each call has one sale twice, and one without an id, which always counts.
      calls.map(([first, ...others], index) =>
        send([first ?? {}, ...others, first ?? {}, { ...createSale(0), externalId: undefined }], index),
      ),
    );
    const recorded = responses.map((response) => responseSchema.parse(payload(response)).data.recorded);
    const sent = new Set(calls.flat().map(({ externalId }) => externalId));
    const expected = calls.length + sent.size;
    expect(recorded.reduce((sum, each) => sum + each, 0)).toBe(expected);
    expect(await findAllSales(here.database)).toHaveLength(expected);
    expect(await findUnitDifferences(here.database)).toEqual([]);
    const own: unknown = await here.database.query(
      `SELECT key FROM medication WHERE scope = 'KE' ORDER BY key`,
    );
    expect(own).toEqual([{ key: 'dawampya' }, { key: 'homamix' }, { key: 'kisumudrops' }]);
  });

  it.each([
    [
      'external ids',
      (externalId: string) => ({ externalId }),
      `INSERT INTO medication_sale_claim (account_id, external_id, digest, country, medication_sale_id)
       SELECT id, '2', sha256('other'), 'KE', uuidv7() FROM account`,
    ],
    [
      'new names',
      (medicationName: string) => ({ medicationName: `New ${medicationName}` }),
      `INSERT INTO medication (scope, key, name, atc_codes) VALUES ('KE', 'new2', 'New 2', '{}')`,
    ],
  ])(
    'locks the same %s in the same order, whatever their order in the call',
    async (_case, createFields, lockingStatement) => {
      const sales = ['1', '2', '3'].map((each) => ({ ...SALE, ...createFields(each) }));
      const holder = await begin(lockingStatement);
      // Both calls wait for the holder. If one had locked the first and the other the last, they would now deadlock.
      const calls = Promise.all([send(sales), send(sales.toReversed(), 1)]);
      while ((await countWaiting()) < 2) await wait(20);
      await rollBack(holder);
      for (const response of await calls) payload(response);
      expect(await findUnitDifferences(here.database)).toEqual([]);
    },
  );

  it('records one of two concurrent contents of an id, and returns 409 for the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const sales = [1, 2].map((units) => ({ ...createSale(0), externalId: `race/${round}`, units }));
      const responses = await Promise.all(
        sales.map((sale, index) => send([sale, createSale(50 + round)], index)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
    expect(await findAllSales(here.database)).toHaveLength(20);
    expect(await findUnitDifferences(here.database)).toEqual([]);
  });

  it('records nothing if the connection is terminated, and all sales when the call is repeated', async () => {
    const sales = [createSale(1), createSale(2), { ...createSale(3), externalId: 'held' }];
    // An uncommitted claim of the same id makes the call wait after its first statements.
    const holder = await begin(
      `INSERT INTO medication_sale_claim (account_id, external_id, digest, country, medication_sale_id)
       SELECT id, 'held', sha256('other'), 'KE', uuidv7() FROM account`,
    );
    const terminated = send(sales);
    const [response] = await Promise.all([terminated, terminateWaiting()]);
    await rollBack(holder);
    expect(failure(response)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(await findAllSales(here.database)).toEqual([]);
    expect(payload(await send(sales, 1))).toMatchObject({ data: { recorded: 3, alreadyRecorded: 0 } });
    expect(payload(await send(sales))).toMatchObject({ data: { recorded: 0, alreadyRecorded: 3 } });
    expect(await findUnitDifferences(here.database)).toEqual([]);
  });

  /** Begins a transaction, runs a statement in it, and leaves it open. */
  async function begin(statement: string): Promise<QueryRunner> {
    const holder = here.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query(statement);
    return holder;
  }

  async function rollBack(holder: QueryRunner): Promise<void> {
    await holder.rollbackTransaction();
    await holder.release();
  }

  async function countWaiting(): Promise<number> {
    const [{ count }] = await here.database.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return count;
  }

  /** Waits until a connection waits for a claim, and terminates it. */
  async function terminateWaiting(): Promise<void> {
    for (;;) {
      const ended = await here.database.query<unknown[]>(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%medication_sale_claim%'`,
      );
      if (ended.length > 0) return;
      await wait(20);
    }
  }
});
