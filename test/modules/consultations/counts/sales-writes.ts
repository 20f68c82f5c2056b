import * as fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { type Account, type Outcome, only, send } from './processes';
import { type SharedNumber, sharedNumbers } from './shared-number';

const NAMES = ['Paracetamol', 'PARACETAMOL', 'Dawa ya homa', 'dawa ya HOMA', 'Dawa ya tumbo'];
const DAYS = ['2023-12-31T23:59:59.000Z', '2024-02-29T12:00:00.000Z', '2024-03-01T00:00:00.000Z'];

interface Line {
  readonly till: SharedNumber | null;
  readonly name: string;
  readonly day: string;
  readonly units: number;
}

/** Sales in one call: all of them are recorded, or none. */
export interface SellWrite {
  readonly kind: 'sell';
  readonly by: number;
  readonly lines: readonly Line[];
  readonly copies: number;
}

const line: fc.Arbitrary<Line> = fc.record({
  till: sharedNumbers({ greatest: 11, otherOneIn: 16 }),
  name: fc.constantFrom(...NAMES),
  day: fc.constantFrom(...DAYS),
  units: fc.integer({ min: 1, max: 9 }),
});

export const sellWrites: fc.Arbitrary<SellWrite> = fc.record({
  kind: fc.constant('sell' as const),
  by: fc.nat(),
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  copies: fc.integer({ min: 1, max: 3 }),
});

interface Sale {
  readonly medicationName: string;
  readonly soldAt: string;
  readonly units: number;
  readonly externalId?: string;
}

interface Sent {
  readonly account: Account;
  readonly sales: readonly Sale[];
  readonly copies: number;
  done: number;
  unknown: number;
}

interface SaleRow {
  readonly soldAt: string;
  readonly content: string;
  readonly account: string;
  /** Under which it was claimed, with the account; null for one without. */
  readonly claim: string | null;
}

/**
 * Sells medications, and keeps what its callers were told. A sale is known again by its moment: no two contents have the
 * same, and a call's sales without a number are sent by no other call.
 */
export class SalesWrites {
  private readonly sent: Sent[] = [];
  private moments = 0;

  /** @param run tells this interleaving's medications from those of others in the same database */
  constructor(
    private readonly run: number,
    private readonly pharmacists: readonly Account[],
  ) {}

  async sell({ by, lines, copies }: SellWrite): Promise<Outcome[]> {
    const account = only(this.pharmacists[by % this.pharmacists.length]);
    const sales = lines.map((each) => this.saleOf(each));
    const call: Sent = { account, sales, copies, done: 0, unknown: 0 };
    this.sent.push(call);
    const outcomes = await send(account, {
      procedure: 'health.recordMedicationSales',
      input: { sales },
      copies,
    });
    for (const outcome of outcomes) {
      if (outcome.kind === 'done') call.done += 1;
      else if (outcome.kind === 'unknown') call.unknown += 1;
      else if (outcome.code !== 'CONFLICT') throw new Error(`sales were refused: ${outcome.code}`);
    }
    return outcomes;
  }

  /** What the database has that contradicts what callers were told. */
  async contradictions(database: DataSource): Promise<string[]> {
    const rows = await database.query<SaleRow[]>(
      `SELECT to_char(s.sold_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "soldAt",
              concat_ws(' ', s.country, s.units, s.recorded_by) AS content, s.recorded_by AS account,
              c.account_id || ' ' || c.external_id AS claim
       FROM medication_sale s LEFT JOIN medication_sale_claim c ON c.medication_sale_id = s.id
       WHERE s.recorded_by = ANY ($1)`,
      [this.pharmacists.map(({ id }) => id)],
    );
    const unsold = await database.query<{ id: string }[]>(
      `SELECT external_id AS id FROM medication_sale_claim c
       WHERE NOT EXISTS (SELECT FROM medication_sale s WHERE s.id = c.medication_sale_id)`,
    );
    return [
      ...unsold.map(({ id }) => `${id} is claimed and was not sold`),
      ...this.contradictedRows(rows),
      ...this.sent.flatMap((call) => [...contradictedCall(call, rows)]),
    ];
  }

  private *contradictedRows(rows: readonly SaleRow[]): Generator<string> {
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
      const is = `${content}, claimed as ${String(claim)}`;
      if (expected !== is) yield `the sale of ${soldAt} is ${is}, not ${String(expected)}`;
    }
  }

  private saleOf({ till, name, day, units }: Line): Sale {
    const start = new Date(day).getTime();
    if (till === null) {
      this.moments += 1;
      return {
        medicationName: this.nameOf(name),
        soldAt: new Date(start + this.moments).toISOString(),
        units,
      };
    }
    // One content for each number, or two: of the day before, where no sale without a number is.
    const content = till.number * 2 + Number(till.other);
    return {
      medicationName: this.nameOf(only(NAMES[till.number % NAMES.length])),
      soldAt: new Date(Date.parse('2024-01-15T08:00:00Z') + content).toISOString(),
      units: 1 + (content % 9),
      externalId: `till ${till.number}`,
    };
  }

  /** New names are new once: each interleaving has its own. */
  private nameOf(name: string): string {
    return name.startsWith('P') ? name : `${name} ${this.run}`;
  }
}

/** All of a call is there as often as it was recorded, or none of it: never half. */
function* contradictedCall(call: Sent, rows: readonly SaleRow[]): Generator<string> {
  const { account, sales, done, unknown } = call;
  const own = rows.filter((row) => row.account === account.id);
  const name = `a call of ${account.id} (done ${done} times, unknown ${unknown} times)`;
  const times = sales
    .filter(({ externalId }) => externalId === undefined)
    .map(({ soldAt }) => own.filter((row) => row.soldAt === soldAt).length);
  const [recorded = done] = times;
  if (times.some((each) => each !== recorded)) yield `${name} is there in part: ${times.join(', ')}`;
  if (recorded < done || recorded > done + unknown) yield `${name} is there ${recorded} times`;
  if (recorded === 0) return;
  for (const { externalId, soldAt } of sales) {
    if (externalId === undefined) continue;
    const there = own.filter((row) => row.claim === `${account.id} ${externalId}`);
    if (there.length !== 1 || there[0]?.soldAt !== soldAt)
      yield `${externalId} of ${name} is there ${there.length} times, of ${String(there[0]?.soldAt)} and not ${soldAt}`;
  }
}
