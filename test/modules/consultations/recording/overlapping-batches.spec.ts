import { z } from 'zod';
import type { CountryCode } from '../../../../src/shared/country';
import {
  ConsultationBatchService,
  toConsultationRow,
} from '../../../../src/modules/consultations/recording/consultation-batch.service';
import { Database } from '../../../../src/platform/database/database';
import { check } from '../counts/count-check';
import { type Account, Processes, only } from '../counts/processes';
import { payload } from '../../../support/plain-caller';

const ROUNDS = 5;
const VISITS = 240;
const CALLS = 12;
const NAMES = [
  'Malaria',
  'MALÁRIA',
  'Cholera',
  'Measles',
  'Ziwa fever',
  'ZIWA FEVÉR',
  'Bonde fever',
  'Pwani fever',
];

const outcome = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['recorded', 'alreadyRecorded']), consultation: z.object({ id: z.string() }) }),
  z.object({ status: z.literal('refused'), code: z.string() }),
]);
const answer = z.object({
  data: z.object({ recorded: z.int(), refused: z.int(), results: z.array(outcome) }),
});

interface Line {
  readonly externalId: string;
  readonly patientId: string;
  readonly pathologyName: string;
  readonly consultationDate: string;
  readonly country?: string;
}

describe('consultations.recordMany by calls that overlap, in other orders, beside imports and voids,', () => {
  let processes: Processes;
  let partner: Account;
  let administrator: Account;
  let next = 0;

  beforeAll(async () => {
    processes = await Processes.start();
    partner = await processes.account('doctor', '*');
    administrator = await processes.account('admin', '*');
  });

  afterAll(async () => {
    await processes.close();
  });

  function caller(account: Account) {
    next += 1;
    return only(account.callers[next % account.callers.length]);
  }

  /** Of each round, its own names: they are new in every one. */
  function line(round: number, visit: number): Line {
    const name = only(NAMES[visit % NAMES.length]);
    return {
      externalId: `${round}/${visit}`,
      patientId: `P-${round}-${visit}`,
      pathologyName: /fev/i.test(name) ? `${name} ${round}` : name,
      consultationDate: `2024-05-0${1 + (visit % 7)}T07:08:09.000Z`,
      country: only(['KE', 'TZ', 'UG'][visit % 3]),
    };
  }

  async function recordMany(
    lines: readonly object[],
    by = partner,
  ): Promise<z.output<typeof answer>['data']> {
    const response = await caller(by).post('consultations.recordMany', { consultations: lines });
    return answer.parse(payload(response)).data;
  }

  /** As an import records, under the ids of the same account. */
  async function importAll(lines: readonly Line[]): Promise<void> {
    const rows = lines.map(({ country, patientId, pathologyName, consultationDate, externalId }, index) =>
      toConsultationRow(
        {
          country: country as CountryCode,
          patientId,
          pathologyName,
          consultationDate: new Date(consultationDate),
        },
        { item: index, externalId },
      ),
    );
    await new Database(processes.database).transaction((transaction) =>
      new ConsultationBatchService().recordRows(transaction, rows, partner.id),
    );
  }

  async function voidAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      payload(await caller(administrator).post('consultations.void', { id, reason: 'An exercise' }));
    }
  }

  it('never waits in a circle, loses no line, and records none twice', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = Array.from({ length: VISITS }, (_none, visit) => line(round, visit));
      const earlier = await recordMany(all.slice(0, 30));
      const voided = earlier.results.flatMap((result) =>
        result.status === 'refused' ? [] : result.consultation.id,
      );
      const answers = Promise.all(
        Array.from({ length: CALLS }, () => recordMany(shuffled(all).slice(0, (VISITS * 2) / 3))),
      );
      await Promise.all([
        answers,
        importAll(shuffled(all).slice(0, VISITS / 2)),
        importAll(shuffled(all).slice(0, VISITS / 2)),
        voidAll(voided.slice(0, 10)),
        ...voided.slice(10, 20).map((id) => voidAll([id])),
        ...Array.from({ length: CALLS }, () => recordMany(shuffled(all).map(unclaimed), administrator)),
        ...shuffled(all)
          .slice(0, 20)
          .map(async (each) => payload(await caller(partner).post('consultations.record', unclaimed(each)))),
      ]);
      for (const { results, refused } of await answers) {
        expect(results).toHaveLength((VISITS * 2) / 3);
        expect(refused).toBe(0);
      }
      await recordMany(all);
      const [stored] = await processes.database.query<unknown[]>(
        `SELECT count(*)::integer AS lines, count(DISTINCT external_id)::integer AS ids
         FROM consultation WHERE external_id LIKE $1`,
        [`${round}/%`],
      );
      expect(stored).toEqual({ lines: VISITS, ids: VISITS });
    }
    expect(await check(processes.database)).toMatchObject({ code: 0 });
    const [{ deadlocks }] = await processes.database.query<[{ deadlocks: number }]>(
      'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(deadlocks).toBe(0);
  });
});

/** What the same day and pathology counts too, and nobody's claim holds up. */
function unclaimed(line: Line): object {
  return { ...line, externalId: undefined };
}

function shuffled<Member>(members: readonly Member[]): Member[] {
  return members
    .map((member) => ({ member, position: Math.random() }))
    .sort((one, other) => one.position - other.position)
    .map(({ member }) => member);
}
