import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { nameKey } from '../../../../src/shared/name-key';
import { type Account, type Outcome, pick, requireValue, send } from './processes';

/** Names of the catalogue and new names, in several spellings. */
const NAMES = ['Malaria', 'paludisme', 'Cholera', 'Ziwa fever', 'ZIWA  fevér', 'Bonde fever'] as const;
const KEYS_OF_CATALOGUE: Readonly<Record<string, string>> = {
  Malaria: 'malaria',
  paludisme: 'malaria',
  Cholera: 'cholera',
};
const TIMESTAMPS = ['2023-12-31T23:59:59.999Z', '2024-02-29T12:00:00.000Z', '2024-03-01T00:00:00.000Z'];
const copies = fc.integer({ min: 1, max: 3 });

export interface RecordWrite {
  readonly kind: 'record';
  readonly by: number;
  readonly name: (typeof NAMES)[number];
  readonly timestamp: string;
  readonly copies: number;
}

/** A void of a consultation that a call has returned. */
export interface VoidWrite {
  readonly kind: 'void';
  readonly of: number;
  readonly by: 'recorder' | 'administrator' | 'another doctor';
  readonly copies: number;
}

/** A void of an imported consultation by an administrator; other accounts may not void it. */
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

/** Longest time until the first line of a file is recorded. */
const MAX_IMPORT_MS = 5_000;

export const consultationWrites: fc.Arbitrary<RecordWrite | VoidWrite> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      by: fc.nat(),
      name: fc.constantFrom(...NAMES),
      timestamp: fc.constantFrom(...TIMESTAMPS),
      copies,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('void' as const),
      of: fc.nat({ max: 80 }),
      by: fc.constantFrom('recorder', 'recorder', 'administrator', 'another doctor'),
      copies,
    }),
  },
);

interface Recorded {
  readonly account: Account;
  readonly write: RecordWrite;
  readonly returnedIds: string[];
}

interface Voided {
  /** Unique reasons of calls that may have succeeded. */
  readonly reasons: Set<string>;
  /** Responses of successful calls. */
  readonly responses: Set<string>;
}

const recordResponse = z.object({ data: z.object({ id: z.string() }) });
const voidResponse = z.object({
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
  readonly response: string;
}

/** Records and voids consultations, and checks the responses. */
export class ConsultationWrites {
  private readonly recorded = new Map<string, Recorded>();
  /** Consultations that calls have returned, in order. */
  private readonly returned: { readonly id: string; readonly account: Account }[] = [];
  private readonly voided = new Map<string, Voided>();
  private reasons = 0;

  /** @param run identifies this interleaving's patients and names in the database */
  constructor(
    private readonly run: number,
    private readonly accounts: { readonly doctors: readonly Account[]; readonly administrator: Account },
    private readonly databaseUrl: string,
  ) {}

  async record(write: RecordWrite): Promise<Outcome[]> {
    const account = pick(this.accounts.doctors, write.by);
    const patientId = `P-${this.run}-${this.recorded.size}`;
    const { copies, timestamp: consultationDate } = write;
    const pathologyName = this.createName(write);
    const record: Recorded = { account, write, returnedIds: [] };
    this.recorded.set(patientId, record);
    const input = { patientId, pathologyName, consultationDate };
    const outcomes = await send(account, { procedure: 'consultations.record', input, copies });
    for (const outcome of outcomes) {
      if (outcome.kind === 'refused') throw new Error(`a record was refused: ${outcome.code}`);
      if (outcome.kind !== 'done') continue;
      const { id } = recordResponse.parse(outcome.data).data;
      record.returnedIds.push(id);
      this.returned.push({ id, account });
    }
    return outcomes;
  }

  async void(write: VoidWrite): Promise<Outcome[]> {
    const target = this.returned[write.of % Math.max(1, this.returned.length)];
    if (!target) return [];
    return this.voidOne(target.id, write, this.selectVoider(write.by, target.account));
  }

  async voidImported({ of, copies }: ImportedVoidWrite): Promise<Outcome[]> {
    const id = await this.findImported(of);
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
    const voided = this.voided.get(id) ?? { reasons: new Set(), responses: new Set() };
    this.voided.set(id, voided);
    const isPermitted = write.by !== 'another doctor';
    if (isPermitted) voided.reasons.add(reason);
    const call = { procedure: 'consultations.void', input: { id, reason }, copies: write.copies };
    const outcomes = await send(account, call);
    for (const outcome of outcomes) {
      const isExpected = isPermitted ? outcome.kind !== 'refused' : outcome.kind !== 'done';
      if (!isExpected) throw new Error(`a void by ${write.by} was ${JSON.stringify(outcome)}`);
      if (outcome.kind === 'done')
        voided.responses.add(formatResponse(voidResponse.parse(outcome.data).data));
    }
    return outcomes;
  }

  /** Lists the records that differ from the responses. */
  async findContradictions(database: DataSource): Promise<string[]> {
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
                AS response
       FROM consultation_void v JOIN consultation c ON c.country = v.country AND c.id = consultation_id
       WHERE patient_id LIKE $1 OR patient_id LIKE $2`,
      [`P-${this.run}-%`, `I-${this.run}-%`],
    );
    return [...this.checkRecords(rows), ...this.checkVoids(voids)];
  }

  private *checkRecords(rows: readonly ConsultationRow[]): Generator<string> {
    for (const { patient } of rows)
      if (!this.recorded.has(patient)) yield `${patient} was never sent and is stored`;
    for (const [patient, { account, write, returnedIds }] of this.recorded) {
      const stored = rows.filter((row) => row.patient === patient);
      const key = KEYS_OF_CATALOGUE[write.name] ?? nameKey(this.createName(write));
      const content = [account.country, key, write.timestamp, account.id].join(' ');
      if (stored.length > write.copies)
        yield `${patient} was sent ${write.copies} times and is stored ${stored.length} times`;
      for (const row of stored)
        if (row.content !== content) yield `${patient} is ${row.content}, not ${content}`;
      for (const id of returnedIds)
        if (!stored.some((row) => row.id === id)) yield `${patient} was returned as ${id} and is not stored`;
    }
  }

  private *checkVoids(rows: readonly VoidRow[]): Generator<string> {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { id, reason } of rows)
      if (!this.voided.get(id)?.reasons.has(reason))
        yield `${id} is void for "${reason}", which no permitted call sent`;
    for (const [id, { responses }] of this.voided) {
      if (responses.size > 1) yield `${id} was voided with several responses: ${[...responses].join(', ')}`;
      for (const response of responses)
        if (byId.get(id)?.response !== response)
          yield `${response} was returned, and ${String(byId.get(id)?.response)} is stored`;
    }
  }

  /** Returns one of the first imported consultations. Uses a connection that crashes do not terminate. */
  private async findImported(of: number): Promise<string | undefined> {
    const client = new Client({ connectionString: this.databaseUrl });
    await client.connect();
    try {
      const deadline = Date.now() + MAX_IMPORT_MS;
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

  /** Each interleaving has its own new names. */
  private createName({ name }: RecordWrite): string {
    return name in KEYS_OF_CATALOGUE ? name : `${name} ${this.run}`;
  }

  private selectVoider(by: VoidWrite['by'], recorder: Account): Account {
    if (by === 'recorder') return recorder;
    if (by === 'administrator') return this.accounts.administrator;
    const { doctors } = this.accounts;
    return requireValue(doctors.find(({ id, role }) => id !== recorder.id && role === 'doctor'));
  }
}

function formatResponse({ id, reason, voidedAt }: z.output<typeof voidResponse>['data']): string {
  return [id, reason, voidedAt].join(' ');
}
