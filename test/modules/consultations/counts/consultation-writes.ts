import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { nameKey } from '../../../../src/shared/name-key';
import { type Account, type Outcome, only, send } from './processes';

/** Names as people write them, of the catalogue and of their own. */
const NAMES = ['Malaria', 'paludisme', 'Cholera', 'Ziwa fever', 'ZIWA  fevér', 'Bonde fever'] as const;
const KEYS_OF_CATALOGUE: Readonly<Record<string, string>> = {
  Malaria: 'malaria',
  paludisme: 'malaria',
  Cholera: 'cholera',
};
const MOMENTS = ['2023-12-31T23:59:59.999Z', '2024-02-29T12:00:00.000Z', '2024-03-01T00:00:00.000Z'];
const copies = fc.integer({ min: 1, max: 3 });

export interface RecordWrite {
  readonly kind: 'record';
  readonly by: number;
  readonly name: (typeof NAMES)[number];
  readonly moment: string;
  readonly copies: number;
}

/** A void of one of the consultations that callers know of by then. */
export interface VoidWrite {
  readonly kind: 'void';
  readonly of: number;
  readonly by: 'recorder' | 'administrator' | 'somebody else';
  readonly copies: number;
}

/** A void of one of the consultations that are imported by then, by an administrator: nobody else may. */
export interface ImportedVoidWrite {
  readonly kind: 'void imported';
  readonly of: number;
  readonly copies: number;
}

export const importedVoids: fc.Arbitrary<ImportedVoidWrite> = fc.record({
  kind: fc.constant('void imported' as const),
  of: fc.nat({ max: 300 }),
  copies,
});

/** How long the first line of a file may take. */
const IMPORT_MS = 5_000;

export const consultationWrites: fc.Arbitrary<RecordWrite | VoidWrite> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      by: fc.nat(),
      name: fc.constantFrom(...NAMES),
      moment: fc.constantFrom(...MOMENTS),
      copies,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('void' as const),
      of: fc.nat({ max: 80 }),
      by: fc.constantFrom('recorder', 'recorder', 'administrator', 'somebody else'),
      copies,
    }),
  },
);

interface Recorded {
  readonly account: Account;
  readonly write: RecordWrite;
  readonly acknowledged: string[];
}

interface Voided {
  /** Of calls that may have been counted: reasons are never used twice. */
  readonly reasons: Set<string>;
  /** What calls that were done were told, all of it. */
  readonly answers: Set<string>;
}

const recordedAnswer = z.object({ data: z.object({ id: z.string() }) });
const voidedAnswer = z.object({
  data: z.object({ id: z.string(), reason: z.string(), voidedAt: z.string() }),
});

interface ConsultationRow {
  readonly id: string;
  readonly patient: string;
  readonly content: string;
}

interface VoidRow {
  readonly id: string;
  readonly reason: string;
  readonly answer: string;
}

/** Records and voids consultations, and keeps what its callers were told. */
export class ConsultationWrites {
  private readonly recorded = new Map<string, Recorded>();
  /** In the order in which callers came to know of them. */
  private readonly known: { readonly id: string; readonly account: Account }[] = [];
  private readonly voided = new Map<string, Voided>();
  private reasons = 0;

  /** @param run tells this interleaving's patients and names from those of others in the same database */
  constructor(
    private readonly run: number,
    private readonly accounts: { readonly doctors: readonly Account[]; readonly administrator: Account },
    private readonly databaseUrl: string,
  ) {}

  async record(write: RecordWrite): Promise<Outcome[]> {
    const account = only(this.accounts.doctors[write.by % this.accounts.doctors.length]);
    const patientId = `P-${this.run}-${this.recorded.size}`;
    const { copies, moment: consultationDate } = write;
    const pathologyName = this.nameOf(write);
    const record: Recorded = { account, write, acknowledged: [] };
    this.recorded.set(patientId, record);
    const input = { patientId, pathologyName, consultationDate };
    const outcomes = await send(account, { procedure: 'consultations.record', input, copies });
    for (const outcome of outcomes) {
      if (outcome.kind === 'refused') throw new Error(`a record was refused: ${outcome.code}`);
      if (outcome.kind !== 'done') continue;
      const { id } = recordedAnswer.parse(outcome.data).data;
      record.acknowledged.push(id);
      this.known.push({ id, account });
    }
    return outcomes;
  }

  async void(write: VoidWrite): Promise<Outcome[]> {
    const target = this.known[write.of % Math.max(1, this.known.length)];
    if (!target) return [];
    return this.voidOne(target.id, write, this.voider(write.by, target.account));
  }

  async voidImported({ of, copies }: ImportedVoidWrite): Promise<Outcome[]> {
    const id = await this.imported(of);
    if (id === undefined) return [];
    return this.voidOne(id, { by: 'administrator', copies }, this.accounts.administrator);
  }

  private async voidOne(
    id: string,
    write: Pick<VoidWrite, 'by' | 'copies'>,
    account: Account,
  ): Promise<Outcome[]> {
    this.reasons += 1;
    const reason = `Reason ${this.reasons}`;
    const voided = this.voided.get(id) ?? { reasons: new Set(), answers: new Set() };
    this.voided.set(id, voided);
    const permitted = write.by !== 'somebody else';
    if (permitted) voided.reasons.add(reason);
    const call = { procedure: 'consultations.void', input: { id, reason }, copies: write.copies };
    const outcomes = await send(account, call);
    for (const outcome of outcomes) {
      const expected = permitted ? outcome.kind !== 'refused' : outcome.kind !== 'done';
      if (!expected) throw new Error(`a void by ${write.by} was ${JSON.stringify(outcome)}`);
      if (outcome.kind === 'done') voided.answers.add(answerOf(voidedAnswer.parse(outcome.data).data));
    }
    return outcomes;
  }

  /** What the database has that contradicts what callers were told. */
  async contradictions(database: DataSource): Promise<string[]> {
    const rows = await database.query<ConsultationRow[]>(
      `SELECT c.id, patient_id AS patient,
              concat_ws(' ', country, p.key, to_char(consulted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), recorded_by)
                AS content
       FROM consultation c JOIN pathology p ON p.id = pathology_id WHERE patient_id LIKE $1`,
      [`P-${this.run}-%`],
    );
    const voids = await database.query<VoidRow[]>(
      `SELECT consultation_id AS id, reason,
              concat_ws(' ', consultation_id, reason, to_char(voided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                AS answer
       FROM consultation_void v JOIN consultation c ON c.country = v.country AND c.id = consultation_id
       WHERE patient_id LIKE $1 OR patient_id LIKE $2`,
      [`P-${this.run}-%`, `I-${this.run}-%`],
    );
    return [...this.contradictedRecords(rows), ...this.contradictedVoids(voids)];
  }

  private *contradictedRecords(rows: readonly ConsultationRow[]): Generator<string> {
    for (const { patient } of rows)
      if (!this.recorded.has(patient)) yield `${patient} was never sent and is there`;
    for (const [patient, { account, write, acknowledged }] of this.recorded) {
      const there = rows.filter((row) => row.patient === patient);
      const key = KEYS_OF_CATALOGUE[write.name] ?? nameKey(this.nameOf(write));
      const content = [account.country, key, write.moment, account.id].join(' ');
      if (there.length > write.copies)
        yield `${patient} was sent ${write.copies} times and is there ${there.length} times`;
      for (const row of there)
        if (row.content !== content) yield `${patient} is ${row.content}, not ${content}`;
      for (const id of acknowledged)
        if (!there.some((row) => row.id === id))
          yield `${patient} was acknowledged as ${id} and is not there`;
    }
  }

  private *contradictedVoids(rows: readonly VoidRow[]): Generator<string> {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { id, reason } of rows)
      if (!this.voided.get(id)?.reasons.has(reason))
        yield `${id} is void for "${reason}", which nobody was allowed to say`;
    for (const [id, { answers }] of this.voided) {
      if (answers.size > 1) yield `${id} was voided with several answers: ${[...answers].join(', ')}`;
      for (const answer of answers)
        if (byId.get(id)?.answer !== answer)
          yield `${answer} was answered, and ${String(byId.get(id)?.answer)} is there`;
    }
  }

  /** One of the first lines that are imported, over a connection that no crash ends. */
  private async imported(of: number): Promise<string | undefined> {
    const client = new Client({ connectionString: this.databaseUrl });
    await client.connect();
    try {
      const deadline = Date.now() + IMPORT_MS;
      while (Date.now() < deadline) {
        const { rows } = await client.query<{ id: string }>(
          'SELECT id FROM consultation WHERE patient_id LIKE $1 ORDER BY id LIMIT 300',
          [`I-${this.run}-%`],
        );
        if (rows.length > 0) return rows[of % rows.length]?.id;
        await wait(20);
      }
      return undefined;
    } finally {
      await client.end();
    }
  }

  /** New names are new once: each interleaving has its own. */
  private nameOf({ name }: RecordWrite): string {
    return name in KEYS_OF_CATALOGUE ? name : `${name} ${this.run}`;
  }

  private voider(by: VoidWrite['by'], recorder: Account): Account {
    if (by === 'recorder') return recorder;
    if (by === 'administrator') return this.accounts.administrator;
    return only(this.accounts.doctors.find(({ id, role }) => id !== recorder.id && role === 'doctor'));
  }
}

function answerOf({ id, reason, voidedAt }: z.output<typeof voidedAnswer>['data']): string {
  return [id, reason, voidedAt].join(' ');
}
