import * as fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { type Account, type Outcome, type SentCall, checkRecorded, pick, send } from './processes';
import { type SharedNumber, sharedNumbers } from './shared-number';

const NAMES = ['Paracetamol', 'PARACETAMOL', 'Dawa ya homa', 'dawa ya HOMA', 'Dawa ya tumbo'];
const DAYS = ['2023-12-31T23:59:59.000Z', '2024-02-29T12:00:00.000Z', '2024-03-01T00:00:00.000Z'];

interface Item {
  readonly till: SharedNumber | null;
  readonly name: string;
  readonly day: string;
  readonly units: number;
}

/** A call of `health.recordMedicationSales`. */
export interface SellWrite {
  readonly kind: 'sell';
  readonly by: number;
  readonly items: readonly Item[];
  readonly copies: number;
}

const item: fc.Arbitrary<Item> = fc.record({
  till: sharedNumbers({ max: 11, otherOneIn: 16 }),
  name: fc.constantFrom(...NAMES),
  day: fc.constantFrom(...DAYS),
  units: fc.integer({ min: 1, max: 9 }),
});

export const sellWrites: fc.Arbitrary<SellWrite> = fc.record({
  kind: fc.constant('sell' as const),
  by: fc.nat(),
  items: fc.array(item, { minLength: 1, maxLength: 6 }),
  copies: fc.integer({ min: 1, max: 3 }),
});

interface Sale {
  readonly medicationName: string;
  readonly soldAt: string;
  readonly units: number;
  readonly externalId?: string;
}

interface Sent extends SentCall {
  readonly sales: readonly Sale[];
}

interface SaleRow {
  readonly soldAt: string;
  readonly content: string;
  readonly account: string;
  /** Account and external id; null without an external id. */
  readonly claim: string | null;
}

/**
 * Records sales, and checks the responses. A sale is identified by its timestamp: each content has its own, and sales
 * without an external id are in one call only.
 */
export class SalesWrites {
  private readonly sent: Sent[] = [];
  private timestamps = 0;

  /** @param run identifies this interleaving's medications in the database */
  constructor(
    private readonly run: number,
    private readonly pharmacists: readonly Account[],
  ) {}

  async sell({ by, items, copies }: SellWrite): Promise<Outcome[]> {
    const account = pick(this.pharmacists, by);
    const sales = items.map((each) => this.createSale(each));
    const call: Sent = { account, sales, done: 0, unknown: 0 };
    this.sent.push(call);
    const procedure = 'health.recordMedicationSales';
    const outcomes = await send(account, { procedure, input: { sales }, copies });
    for (const outcome of outcomes) {
      if (outcome.kind === 'done') call.done += 1;
      else if (outcome.kind === 'unknown') call.unknown += 1;
      else if (outcome.code !== 'CONFLICT') throw new Error(`sales were refused: ${outcome.code}`);
    }
    return outcomes;
  }

  /** Lists the records that differ from the responses. */
  async findContradictions(database: DataSource): Promise<string[]> {
    const rows = await database.query<SaleRow[]>(
      `WITH s AS MATERIALIZED (SELECT * FROM medication_sale WHERE recorded_by = ANY ($1))
       SELECT to_char(s.sold_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "soldAt",
              concat_ws(' ', s.country, s.units, s.recorded_by) AS content, s.recorded_by AS account,
              c.account_id || ' ' || c.external_id AS claim
       FROM s LEFT JOIN medication_sale_claim c ON c.medication_sale_id = s.id`,
      [this.pharmacists.map(({ id }) => id)],
    );
    const withoutSale = await database.query<{ id: string }[]>(
      `WITH s AS MATERIALIZED (SELECT id FROM medication_sale)
       SELECT external_id AS id FROM medication_sale_claim c
       WHERE NOT EXISTS (SELECT FROM s WHERE s.id = c.medication_sale_id)`,
    );
    return [
      ...withoutSale.map(({ id }) => `${id} is claimed without a sale`),
      ...this.checkRows(rows),
      ...this.sent.flatMap((call) => [...checkCall(call, rows)]),
    ];
  }

  private *checkRows(rows: readonly SaleRow[]): Generator<string> {
    const contents = new Map<string, string>();
    for (const { account, sales } of this.sent) {
      for (const { soldAt, units, externalId } of sales) {
        const content = [account.country, units, account.id].join(' ');
        const claim = externalId === undefined ? null : `${account.id} ${externalId}`;
        contents.set(`${soldAt} ${account.id}`, `${content}, claimed as ${String(claim)}`);
      }
    }
    for (const { soldAt, content, account, claim } of rows) {
      const expected = contents.get(`${soldAt} ${account}`);
      const actual = `${content}, claimed as ${String(claim)}`;
      if (expected !== actual) yield `the sale of ${soldAt} is ${actual}, not ${String(expected)}`;
    }
  }

  private createSale({ till, name, day, units }: Item): Sale {
    const start = new Date(day).getTime();
    if (till === null) {
      this.timestamps += 1;
      const soldAt = new Date(start + this.timestamps).toISOString();
      return { medicationName: this.createName(name), soldAt, units };
    }
    // Each number has one or two contents, on a day without other sales.
    const content = till.number * 2 + Number(till.isOther);
    return {
      medicationName: this.createName(pick(NAMES, till.number)),
      soldAt: new Date(Date.parse('2024-01-15T08:00:00Z') + content).toISOString(),
      units: 1 + (content % 9),
      externalId: `till ${till.number}`,
    };
  }

  /** Each interleaving has its own new names. */
  private createName(name: string): string {
    return name.startsWith('P') ? name : `${name} ${this.run}`;
  }
}

function* checkCall(call: Sent, rows: readonly SaleRow[]): Generator<string> {
  const { account, sales } = call;
  const own = rows.filter((row) => row.account === account.id);
  const times = sales
    .filter(({ externalId }) => externalId === undefined)
    .map(({ soldAt }) => own.filter((row) => row.soldAt === soldAt).length);
  if ((yield* checkRecorded(call, times)) === 0) return;
  for (const { externalId, soldAt } of sales) {
    if (externalId === undefined) continue;
    const stored = own.filter((row) => row.claim === `${account.id} ${externalId}`);
    if (stored.length !== 1 || stored[0]?.soldAt !== soldAt)
      yield `${externalId} of a call of ${account.id} is recorded ${stored.length} times, at ${String(stored[0]?.soldAt)} and not ${soldAt}`;
  }
}
