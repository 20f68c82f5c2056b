import { z } from 'zod';
import { type CountryCode, countrySchema } from '../../../../src/shared/country';
import {
  recordConsultations,
  toConsultationRow,
} from '../../../../src/modules/consultations/recording/consultation-batch';
import { Database } from '../../../../src/platform/database/database';
import { runCheckCounts } from '../counts/count-check';
import { type Account, Processes, pick } from '../counts/processes';
import { payload } from '../../../support/plain-caller';

const ROUNDS = 5;
const ENCOUNTERS = 240;
const CALLS = 12;
const COUNTRIES = ['KE', 'TZ', 'UG'].map((code) => countrySchema.parse(code));
const NAMES = 'Malaria,MALÁRIA,Cholera,Measles,Ziwa fever,ZIWA FEVÉR,Bonde fever,Pwani fever'.split(',');

const resultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['recorded', 'alreadyRecorded']), consultation: z.object({ id: z.string() }) }),
  z.object({ status: z.literal('refused'), code: z.string() }),
]);
const responseSchema = z.object({
  data: z.object({ recorded: z.int(), refused: z.int(), results: z.array(resultSchema) }),
});

interface Item {
  readonly externalId: string;
  readonly patientId: string;
  readonly pathologyName: string;
  readonly consultationDate: string;
  readonly country: CountryCode;
}

describe('consultations.recordMany with overlapping batches, concurrent imports and voids', () => {
  let processes: Processes;
  let partner: Account;
  let administrator: Account;
  let next = 0;

  beforeAll(async () => {
    processes = await Processes.start();
    partner = await processes.createAccount('doctor', '*');
    administrator = await processes.createAccount('admin', '*');
  });

  afterAll(async () => {
    await processes.close();
  });

  function nextCaller(account: Account) {
    next += 1;
    return pick(account.callers, next);
  }

  /** Each round has its own new names. */
  function createItem(round: number, encounter: number): Item {
    const name = pick(NAMES, encounter);
    return {
      externalId: `${round}/${encounter}`,
      patientId: `P-${round}-${encounter}`,
      pathologyName: /fev/i.test(name) ? `${name} ${round}` : name,
      consultationDate: `2024-05-0${1 + (encounter % 7)}T07:08:09.000Z`,
      country: pick(COUNTRIES, encounter),
    };
  }

  async function recordMany(consultations: readonly object[], by = partner) {
    const response = await nextCaller(by).post('consultations.recordMany', { consultations });
    return responseSchema.parse(payload(response)).data;
  }

  /** Records a batch with external ids of the same account, as an import does. */
  async function importAll(items: readonly Item[]): Promise<void> {
    const rows = items.map(({ country, patientId, pathologyName, consultationDate, externalId }, index) =>
      toConsultationRow(
        { country, patientId, pathologyName, consultationDate: new Date(consultationDate) },
        { item: index, externalId },
      ),
    );
    await new Database(processes.database).transaction((transaction) =>
      recordConsultations(transaction, rows, partner.id),
    );
  }

  async function voidAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      payload(await nextCaller(administrator).post('consultations.void', { id, reason: 'An exercise' }));
    }
  }

  it('records every item once, without a deadlock', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = Array.from({ length: ENCOUNTERS }, (_none, encounter) => createItem(round, encounter));
      const earlier = await recordMany(all.slice(0, 30));
      const voided = earlier.results.flatMap((result) =>
        result.status === 'refused' ? [] : result.consultation.id,
      );
      const calls = Promise.all(
        Array.from({ length: CALLS }, () => recordMany(shuffle(all).slice(0, (ENCOUNTERS * 2) / 3))),
      );
      await Promise.all([
        calls,
        importAll(shuffle(all).slice(0, ENCOUNTERS / 2)),
        importAll(shuffle(all).slice(0, ENCOUNTERS / 2)),
        voidAll(voided.slice(0, 10)),
        ...voided.slice(10, 20).map((id) => voidAll([id])),
        ...Array.from({ length: CALLS }, () =>
          recordMany(shuffle(all).map(withoutExternalId), administrator),
        ),
        ...shuffle(all)
          .slice(0, 20)
          .map(async (each) =>
            payload(await nextCaller(partner).post('consultations.record', withoutExternalId(each))),
          ),
      ]);
      for (const { results, refused } of await calls) {
        expect(results).toHaveLength((ENCOUNTERS * 2) / 3);
        expect(refused).toBe(0);
      }
      await recordMany(all);
      const [stored] = await processes.database.query<unknown[]>(
        `SELECT count(*)::integer AS lines, count(DISTINCT external_id)::integer AS ids
         FROM consultation WHERE external_id LIKE $1`,
        [`${round}/%`],
      );
      expect(stored).toEqual({ lines: ENCOUNTERS, ids: ENCOUNTERS });
    }
    expect(await runCheckCounts(processes.database)).toMatchObject({ code: 0 });
    const [{ deadlocks }] = await processes.database.query<[{ deadlocks: number }]>(
      'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(deadlocks).toBe(0);
  });
});

/** Returns an item without an external id, which counts in the same rows but needs no claim. */
function withoutExternalId(item: Item): object {
  return { ...item, externalId: undefined };
}

function shuffle<Member>(members: readonly Member[]): Member[] {
  return members
    .map((member) => ({ member, position: Math.random() }))
    .sort((one, other) => one.position - other.position)
    .map(({ member }) => member);
}
