import * as fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { type Account, type Outcome, only, send } from './processes';
import { type SharedNumber, sharedNumbers } from './shared-number';

const NAMES = ['Malaria', 'paludisme', 'Cholera', 'Homa ya Ziwa', 'HOMA YA ZIWA', 'Homa ya Bonde'];
const DAYS = ['2023-12-31T23:59:59.999Z', '2024-02-29T12:00:00.000Z', '2024-03-01T00:00:00.000Z'];

interface Line {
  readonly visit: SharedNumber | null;
  readonly name: number;
  readonly day: number;
}

/** Consultations in one call, each of them recorded or refused. */
export interface ClaimWrite {
  readonly kind: 'record many';
  readonly by: number;
  readonly lines: readonly Line[];
  readonly copies: number;
}

const line: fc.Arbitrary<Line> = fc.record({
  visit: sharedNumbers({ greatest: 30, otherOneIn: 10 }),
  name: fc.nat({ max: NAMES.length - 1 }),
  day: fc.nat({ max: DAYS.length - 1 }),
});

export const claimWrites: fc.Arbitrary<ClaimWrite> = fc.record({
  kind: fc.constant('record many' as const),
  by: fc.nat(),
  lines: fc.array(line, { minLength: 1, maxLength: 25 }),
  copies: fc.integer({ min: 1, max: 3 }),
});

interface Consultation {
  readonly patientId: string;
  readonly pathologyName: string;
  readonly consultationDate: string;
  readonly externalId?: string;
}

interface Sent {
  readonly account: Account;
  readonly consultations: readonly Consultation[];
  done: number;
  unknown: number;
}

interface Row {
  readonly id: string;
  readonly patient: string;
  readonly claim: string | null;
}

const told = z.object({
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

/** Records many consultations at a time, and keeps what its callers were told. A patient tells one content from others. */
export class ClaimedWrites {
  private readonly sent: Sent[] = [];
  /** By account, external id and patient: the record that callers were told of, or that there is another. */
  private readonly answers = new Map<string, Set<string>>();
  private patients = 0;

  /** @param run tells this interleaving's patients and names from those of others in the same database */
  constructor(
    private readonly run: number,
    private readonly doctors: readonly Account[],
  ) {}

  async record({ by, lines, copies }: ClaimWrite): Promise<Outcome[]> {
    const account = only(this.doctors[by % this.doctors.length]);
    const consultations = lines.map((each) => this.consultationOf(each));
    const call: Sent = { account, consultations, done: 0, unknown: 0 };
    this.sent.push(call);
    const outcomes = await send(account, {
      procedure: 'consultations.recordMany',
      input: { consultations },
      copies,
    });
    for (const outcome of outcomes) {
      if (outcome.kind === 'refused') throw new Error(`consultations were refused: ${outcome.code}`);
      if (outcome.kind === 'unknown') call.unknown += 1;
      if (outcome.kind === 'done') {
        call.done += 1;
        this.keep(call, told.parse(outcome.data).data.results);
      }
    }
    return outcomes;
  }

  /** What the database has that contradicts what callers were told. */
  async contradictions(database: DataSource): Promise<string[]> {
    const rows = await database.query<Row[]>(
      `SELECT c.id, c.patient_id AS patient, k.account_id || ' ' || k.external_id AS claim
       FROM consultation c LEFT JOIN consultation_claim k ON k.country = c.country AND k.consultation_id = c.id
       WHERE c.patient_id LIKE $1`,
      [`M-${this.run}-%`],
    );
    return [
      ...this.contradictedAnswers(rows),
      ...this.sent.flatMap((call) => [...contradictedCall(call, rows)]),
    ];
  }

  private keep({ account, consultations }: Sent, results: z.output<typeof told>['data']['results']): void {
    if (results.length !== consultations.length) throw new Error('a line was not answered');
    for (const [index, result] of results.entries()) {
      const { externalId, patientId } = only(consultations[index]);
      if (result.status === 'refused' && (result.code !== 'CONFLICT' || externalId === undefined))
        throw new Error(`a consultation was refused: ${result.code}`);
      const key = `${account.id} ${externalId ?? ''}|${patientId}`;
      const answers = this.answers.get(key) ?? new Set();
      this.answers.set(key, answers.add(result.status === 'refused' ? 'another' : result.consultation.id));
    }
  }

  private *contradictedAnswers(rows: readonly Row[]): Generator<string> {
    const claims = rows.flatMap(({ claim }) => claim ?? []);
    if (claims.length !== new Set(claims).size) yield `something is recorded twice under one number`;
    for (const [key, answers] of this.answers) {
      const [claim = '', patient] = key.split('|');
      for (const answer of answers) {
        const there =
          answer === 'another'
            ? rows.some((row) => row.claim === claim && row.patient !== patient)
            : rows.some((row) => row.id === answer && row.patient === patient);
        if (!there) yield `${key} was answered with ${answer}, which is not there`;
      }
    }
  }

  private consultationOf({ visit, name, day }: Line): Consultation {
    if (visit === null) {
      this.patients += 1;
      return {
        patientId: `M-${this.run}-new-${this.patients}`,
        pathologyName: this.nameOf(only(NAMES[name])),
        consultationDate: only(DAYS[day]),
      };
    }
    const { number, other } = visit;
    return {
      patientId: `M-${this.run}-${number}-${other ? 'other' : 'same'}`,
      pathologyName: this.nameOf(only(NAMES[number % NAMES.length])),
      consultationDate: only(DAYS[number % DAYS.length]),
      externalId: `visit ${number}`,
    };
  }

  /** New names are new once: each interleaving has its own. */
  private nameOf(name: string): string {
    return /homa/i.test(name) ? `${name} ${this.run}` : name;
  }
}

/** All of a call is there as often as it was recorded, or none of it: never half. */
function* contradictedCall(
  { account, consultations, done, unknown }: Sent,
  rows: readonly Row[],
): Generator<string> {
  const name = `a call of ${account.id} (done ${done} times, unknown ${unknown} times)`;
  const times = consultations
    .filter(({ externalId }) => externalId === undefined)
    .map(({ patientId }) => rows.filter(({ patient }) => patient === patientId).length);
  const [recorded = done] = times;
  if (times.some((each) => each !== recorded)) yield `${name} is there in part: ${times.join(', ')}`;
  if (recorded < done || recorded > done + unknown) yield `${name} is there ${recorded} times`;
  if (recorded === 0) return;
  for (const { externalId } of consultations) {
    if (externalId !== undefined && !rows.some(({ claim }) => claim === `${account.id} ${externalId}`))
      yield `${externalId} of ${name} is not there`;
  }
}
