import * as fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import {
  type Account,
  type Outcome,
  type SentCall,
  checkRecorded,
  pick,
  requireValue,
  send,
} from './processes';
import { type SharedNumber, sharedNumbers } from './shared-number';

const NAMES = ['Malaria', 'paludisme', 'Cholera', 'Homa ya Ziwa', 'HOMA YA ZIWA', 'Homa ya Bonde'];
const DAYS = ['2023-12-31T23:59:59.999Z', '2024-02-29T12:00:00.000Z', '2024-03-01T00:00:00.000Z'];

interface Item {
  readonly encounter: SharedNumber | null;
  readonly name: number;
  readonly day: number;
}

/** A call of `consultations.recordMany`. */
export interface ClaimWrite {
  readonly kind: 'record many';
  readonly by: number;
  readonly items: readonly Item[];
  readonly copies: number;
}

const item: fc.Arbitrary<Item> = fc.record({
  encounter: sharedNumbers({ max: 30, otherOneIn: 10 }),
  name: fc.nat({ max: NAMES.length - 1 }),
  day: fc.nat({ max: DAYS.length - 1 }),
});

export const claimWrites: fc.Arbitrary<ClaimWrite> = fc.record({
  kind: fc.constant('record many' as const),
  by: fc.nat(),
  items: fc.array(item, { minLength: 1, maxLength: 25 }),
  copies: fc.integer({ min: 1, max: 3 }),
});

interface Consultation {
  readonly patientId: string;
  readonly pathologyName: string;
  readonly consultationDate: string;
  readonly externalId?: string;
}

interface Sent extends SentCall {
  readonly consultations: readonly Consultation[];
}

interface Row {
  readonly id: string;
  readonly patient: string;
  readonly claim: string | null;
}

const responseSchema = z.object({
  data: z.object({
    results: z.array(
      z.discriminatedUnion('status', [
        z.object({
          status: z.enum(['recorded', 'alreadyRecorded']),
          consultation: z.object({ id: z.string() }),
        }),
        z.object({ status: z.literal('refused'), code: z.string() }),
      ]),
    ),
  }),
});

/** Records batches of consultations, and checks the responses. Each content has its own patient. */
export class ClaimedWrites {
  private readonly sent: Sent[] = [];
  /** Returned ids by account, external id and patient; `another` after a conflict. */
  private readonly returned = new Map<string, Set<string>>();
  private patients = 0;

  /** @param run identifies this interleaving's patients and names in the database */
  constructor(
    private readonly run: number,
    private readonly doctors: readonly Account[],
  ) {}

  async record({ by, items, copies }: ClaimWrite): Promise<Outcome[]> {
    const account = pick(this.doctors, by);
    const consultations = items.map((each) => this.createConsultation(each));
    const call: Sent = { account, consultations, done: 0, unknown: 0 };
    this.sent.push(call);
    const procedure = 'consultations.recordMany';
    const outcomes = await send(account, { procedure, input: { consultations }, copies });
    for (const outcome of outcomes) {
      if (outcome.kind === 'refused') throw new Error(`consultations were refused: ${outcome.code}`);
      if (outcome.kind === 'unknown') call.unknown += 1;
      if (outcome.kind === 'done') {
        call.done += 1;
        this.addResults(call, responseSchema.parse(outcome.data).data.results);
      }
    }
    return outcomes;
  }

  /** Lists the records that differ from the responses. */
  async findContradictions(database: DataSource): Promise<string[]> {
    const rows = await database.query<Row[]>(
      `SELECT c.id, c.patient_id AS patient, k.account_id || ' ' || k.external_id AS claim
       FROM consultation c LEFT JOIN consultation_claim k ON k.country = c.country AND k.consultation_id = c.id
       WHERE c.patient_id LIKE $1`,
      [`M-${this.run}-%`],
    );
    return [...this.checkResponses(rows), ...this.sent.flatMap((call) => [...checkCall(call, rows)])];
  }

  private addResults(
    { account, consultations }: Sent,
    results: z.output<typeof responseSchema>['data']['results'],
  ): void {
    if (results.length !== consultations.length) throw new Error('a consultation has no result');
    for (const [index, result] of results.entries()) {
      const { externalId, patientId } = requireValue(consultations[index]);
      if (result.status === 'refused' && (result.code !== 'CONFLICT' || externalId === undefined))
        throw new Error(`a consultation was refused: ${result.code}`);
      const key = `${account.id} ${externalId ?? ''}|${patientId}`;
      const returned = this.returned.get(key) ?? new Set();
      this.returned.set(key, returned.add(result.status === 'refused' ? 'another' : result.consultation.id));
    }
  }

  private *checkResponses(rows: readonly Row[]): Generator<string> {
    const claims = rows.flatMap(({ claim }) => claim ?? []);
    if (claims.length !== new Set(claims).size) yield `an external id has two consultations`;
    for (const [key, returned] of this.returned) {
      const [claim = '', patient] = key.split('|');
      for (const id of returned) {
        const isStored =
          id === 'another'
            ? rows.some((row) => row.claim === claim && row.patient !== patient)
            : rows.some((row) => row.id === id && row.patient === patient);
        if (!isStored) yield `${key} returned ${id}, which is not stored`;
      }
    }
  }

  private createConsultation({ encounter, name, day }: Item): Consultation {
    if (encounter === null) {
      this.patients += 1;
      return {
        patientId: `M-${this.run}-new-${this.patients}`,
        pathologyName: this.createName(requireValue(NAMES[name])),
        consultationDate: requireValue(DAYS[day]),
      };
    }
    const { number, isOther } = encounter;
    return {
      patientId: `M-${this.run}-${number}-${isOther ? 'other' : 'same'}`,
      pathologyName: this.createName(pick(NAMES, number)),
      consultationDate: pick(DAYS, number),
      externalId: `visit ${number}`,
    };
  }

  /** Each interleaving has its own new names. */
  private createName(name: string): string {
    return /homa/i.test(name) ? `${name} ${this.run}` : name;
  }
}

function* checkCall(call: Sent, rows: readonly Row[]): Generator<string> {
  const { account, consultations } = call;
  const times = consultations
    .filter(({ externalId }) => externalId === undefined)
    .map(({ patientId }) => rows.filter(({ patient }) => patient === patientId).length);
  if ((yield* checkRecorded(call, times)) === 0) return;
  for (const { externalId } of consultations) {
    if (externalId !== undefined && !rows.some(({ claim }) => claim === `${account.id} ${externalId}`))
      yield `${externalId} of a call of ${account.id} is not recorded`;
  }
}
