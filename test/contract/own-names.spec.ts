import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MAX_OWN_NAMES } from '../../src/shared/own-names';
import { runCheckCounts } from '../modules/consultations/counts/count-check';
import { ListeningSuite } from '../support/listening-suite';
import { countOwnNames, fillOwnNames } from '../support/own-names';
import { LockHolder } from '../support/lock-holder';
import { type PlainCaller, failure, payload } from '../support/plain-caller';
import { until } from '../support/until';
import { CONSULTATION, recordConsultation } from './consultations';
import { findUnitDifferences } from './medication-sales.database';
import { recordedSales, sendSales } from './medication-sales-suite';

const fullNames = (field: string, kind: string, instead: string) => ({
  status: 422,
  code: 'UNPROCESSABLE_CONTENT',
  message: `${field}: is new, and the country has ${MAX_OWN_NAMES} ${kind} of its own already; send ${instead}, or a name that the country has used before`,
});

const fullPathologies = (field: string) => fullNames(field, 'pathologies', 'a name or code of the catalogue');
const fullMedications = (item: number) =>
  fullNames(`sales[${item}].medicationName`, 'medications', 'a name of the catalogue, an ATC code');

const refusedSchema = z.object({ data: z.object({ refused: z.int() }) });

const refused = (field: string) => {
  const { code, message } = fullPathologies(field);
  return { status: 'refused', code, message };
};

/** Returns whether a call has recorded its consultation. */
async function recordedWith(response: ReturnType<PlainCaller['post']>): Promise<boolean> {
  const { status, text } = await response;
  return status === 200 && !text.includes('"refused":1');
}

describe('names of a country that the catalogue does not have', () => {
  const here = new ListeningSuite();

  afterEach(async () => {
    expect(await runCheckCounts(here.database)).toMatchObject({ code: 0 });
    expect(await findUnitDifferences(here.database)).toEqual([]);
  });

  const recordMany = async (country: string, items: readonly object[]) => {
    const doctor = await here.doctor(country);
    const consultations = items.map((item) => ({ ...CONSULTATION, ...item }));
    return payload(await doctor.post('consultations.recordMany', { consultations }));
  };

  const countWaiting = async () => {
    const waiting = await here.database.query<object[]>(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length;
  };

  it('are not left behind by a record that fails', async () => {
    const doctor = await here.doctor('GA');
    const pathologyName = 'Left behind';
    await here.database.query(
      `ALTER TABLE consultation ADD CONSTRAINT refused CHECK (patient_id <> 'P-refused') NOT VALID`,
    );
    try {
      const sent = { ...CONSULTATION, pathologyName, patientId: 'P-refused' };
      expect(failure(await doctor.post('consultations.record', sent)).status).toBe(500);
      expect(await countOwnNames(here.database, 'pathology', 'GA')).toBe(0);
    } finally {
      await here.database.query('ALTER TABLE consultation DROP CONSTRAINT refused');
    }
    await recordConsultation(doctor, { pathologyName });
    expect(await countOwnNames(here.database, 'pathology', 'GA')).toBe(1);
  });

  it('are counted apart if they differ in a decimal mark, a comparator or a range', async () => {
    const names = ['Hb < 7 g/dl', 'Hb > 7 g/dl', 'Scale 1-2', 'Scale 12', 'Lactate 2.5', 'Lactate 25'];
    const items = [...names, 'HB <7 G/DL', 'Lactate 2,5'].map((pathologyName) => ({ pathologyName }));
    await recordMany('RW', items);
    const cases: unknown = await here.database.query(
      `SELECT p.name, count(*)::integer AS cases FROM consultation c JOIN pathology p ON p.id = c.pathology_id
       WHERE c.country = 'RW' GROUP BY 1 ORDER BY 1`,
    );
    expect(cases).toEqual(
      names.sort().map((name) => ({ name, cases: name === 'Hb < 7 g/dl' || name === 'Lactate 2.5' ? 2 : 1 })),
    );
    const pharmacist = await here.as('pharmacist', 'RW');
    const sales = ['2.5', '25', '2,5'].map((strength) => ({ medicationName: `Zolprin ${strength} mg` }));
    expect(payload(await sendSales(pharmacist, sales))).toStrictEqual(recordedSales(3));
    expect(await countOwnNames(here.database, 'medication', 'RW')).toBe(2);
  });

  it('are refused above the maximum by consultations.record, in each country for itself', async () => {
    await fillOwnNames(here.database, 'pathology', { country: 'KE', room: 1 });
    const doctor = await here.doctor('KE');
    const send = async (input: object) =>
      failure(await doctor.post('consultations.record', { ...CONSULTATION, ...input }));
    await recordConsultation(doctor, { pathologyName: 'Last fever' });
    expect(await send({ pathologyName: 'Further fever' })).toMatchObject(fullPathologies('pathologyName'));
    expect(await send({ pathologyName: 'Further fever', externalId: '1' })).toMatchObject(
      fullPathologies('pathologyName'),
    );
    expect(await send({ pathologyName: undefined, pathologyCode: 'icd10:U99.9' })).toMatchObject(
      fullPathologies('pathologyCode'),
    );
    for (const pathologyName of ['LAST FEVER', 'Own name 1', 'paludisme'])
      await recordConsultation(doctor, { pathologyName });
    await recordConsultation(await here.doctor('UG'), { pathologyName: 'Further fever' });
    expect(await countOwnNames(here.database, 'pathology', 'KE')).toBe(MAX_OWN_NAMES);
  });

  it('are refused above the maximum by consultations.recordMany, item by item, the first ones created', async () => {
    await fillOwnNames(here.database, 'pathology', { country: 'TZ', room: 2 });
    const items = [
      { pathologyName: 'Zulu fever', externalId: '1' },
      { pathologyName: 'Own name 7' },
      { pathologyName: 'Yankee fever' },
      { pathologyName: 'Alpha fever', externalId: '2' },
      { pathologyName: undefined, pathologyCode: 'icd10:U99.9' },
      { pathologyName: 'zulu FEVER' },
      { pathologyName: 'Malaria' },
    ];
    expect(await recordMany('TZ', items)).toMatchObject({
      data: {
        recorded: 5,
        refused: 2,
        results: [
          { status: 'recorded', consultation: { pathologyName: 'Zulu fever' } },
          { status: 'recorded' },
          { status: 'recorded' },
          refused('pathologyName'),
          refused('pathologyCode'),
          { status: 'recorded', consultation: { pathologyName: 'Zulu fever' } },
          { status: 'recorded' },
        ],
      },
    });
    expect(await countOwnNames(here.database, 'pathology', 'TZ')).toBe(MAX_OWN_NAMES);
  });

  it('leave an external id free if they are refused, and are a conflict under one that has a record', async () => {
    await fillOwnNames(here.database, 'pathology', { country: 'RW' });
    const doctor = await here.doctor('RW');
    const send = (input: object) => doctor.post('consultations.record', { ...CONSULTATION, ...input });
    expect(failure(await send({ pathologyName: 'New fever', externalId: '1' }))).toMatchObject({
      status: 422,
    });
    await recordConsultation(doctor, { pathologyName: 'Cholera', externalId: '1' });
    expect(failure(await send({ pathologyName: 'New fever', externalId: '1' }))).toMatchObject({
      status: 409,
    });
  });

  it('do not exceed the maximum when two calls create them at the same time', async () => {
    await fillOwnNames(here.database, 'pathology', { country: 'BI', room: 5 });
    const runner = here.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE consultation IN ACCESS EXCLUSIVE MODE');
    const calls = ['A', 'B'].map((letter) =>
      recordMany(
        'BI',
        Array.from({ length: 4 }, (_none, index) => ({ pathologyName: `${letter} fever ${index}` })),
      ),
    );
    try {
      await until('both calls wait', async () => {
        return (await countWaiting()) === 2;
      });
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
    const results = await Promise.all(calls);
    const refusals = results.map((result) => refusedSchema.parse(result).data.refused);
    expect(refusals.toSorted()).toEqual([0, 3]);
    expect(await countOwnNames(here.database, 'pathology', 'BI')).toBe(MAX_OWN_NAMES);
  });

  it.each([
    ['consultations.record', 'BW', { ...CONSULTATION, pathologyName: 'Second fever' }],
    [
      'consultations.recordMany',
      'ZM',
      { consultations: [{ ...CONSULTATION, pathologyName: 'Second fever' }] },
    ],
  ])(
    'do not exceed the maximum when consultations.record and %s create them at the same time',
    async (procedure, country, input) => {
      await fillOwnNames(here.database, 'pathology', { country, room: 1 });
      const doctor = await here.doctor(country);
      const key = randomUUID();
      let calls: PromiseLike<unknown>[] = [];
      await LockHolder.run(here.platform.ownerUrl, async (holder) => {
        // The first call waits for this row when it stores its response: its name is created and not committed.
        await holder.query(
          `INSERT INTO idempotent_answer (account_id, path, key, fingerprint, expires_at)
           VALUES ($1, 'consultations.record', $2, '', now())`,
          [await here.accountOf(doctor), key],
        );
        const first = { ...CONSULTATION, pathologyName: 'First fever' };
        calls = [recordedWith(doctor.post('consultations.record', first, { 'idempotency-key': key }))];
        await holder.waitForWaiting(1);
        let hasEnded = false;
        const second = recordedWith(doctor.post(procedure, input)).finally(() => (hasEnded = true));
        calls = [...calls, second];
        await until('the second call waits, too', async () => hasEnded || (await countWaiting()) === 2);
      });
      expect(await Promise.all(calls)).toEqual([true, false]);
      expect(await countOwnNames(here.database, 'pathology', country)).toBe(MAX_OWN_NAMES);
    },
  );

  it.each([
    ['consultations.record', 'pathology', 'doctor'],
    ['health.recordMedicationSales', 'medication', 'pharmacist'],
  ] as const)('are created in turns of the accounts by %s', async (procedure, table, role) => {
    const country = 'SO';
    const callers = await Promise.all(
      ['busy@example.org', 'other@example.org'].map(async (email) =>
        here.anyone.as(await here.platform.session({ role, country, email })),
      ),
    );
    const [busy, other] = callers;
    const send = async (caller: PlainCaller | undefined, name: string) => {
      const sale = { medicationName: name, soldAt: CONSULTATION.consultationDate, units: 1 };
      const input = table === 'medication' ? { sales: [sale] } : { ...CONSULTATION, pathologyName: name };
      return caller && payload(await caller.post(procedure, input));
    };
    const calls: Promise<unknown>[] = [];
    await LockHolder.run(here.platform.ownerUrl, async (holder) => {
      await holder.query(`SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))`, [
        `names of ${table}`,
        country,
      ]);
      for (const [caller, name] of [
        [busy, 'Busy A'],
        [busy, 'Busy B'],
        [other, 'Other'],
      ] as const) {
        calls.push(send(caller, name));
        await until('the call waits', async () => (await countWaiting()) === calls.length);
      }
    });
    await Promise.all(calls);
    const created = await here.database.query<{ name: string }[]>(
      `SELECT name FROM ${table} WHERE scope = $1 ORDER BY id`,
      [country],
    );
    expect(created.map(({ name }) => name)).toEqual(['Busy A', 'Other', 'Busy B']);
  });

  it('of one country do not wait for those of another country of the account', async () => {
    const admin = await here.as('admin', '*');
    const send = async (country: string, pathologyName: string) =>
      payload(await admin.post('consultations.record', { ...CONSULTATION, country, pathologyName }));
    let waiting: Promise<unknown> | undefined;
    await LockHolder.run(here.platform.ownerUrl, async (holder) => {
      await holder.query(`SELECT pg_advisory_xact_lock(hashtext('names of pathology'), hashtext('ML'))`);
      waiting = send('ML', 'Fever of Mali');
      await holder.waitForWaiting(1);
      await send('TG', 'Fever of Togo');
    });
    await waiting;
  });

  it('are refused above the maximum by health.recordMedicationSales, and no sale is recorded', async () => {
    await fillOwnNames(here.database, 'medication', { country: 'KE', room: 1 });
    const pharmacist = await here.as('pharmacist', 'KE');
    const names = (...all: string[]) => all.map((medicationName) => ({ medicationName }));
    const response = await sendSales(pharmacist, names('Paracetamol', 'Tonic A', 'Tonic B', 'Tonic C'));
    const { message } = failure(response);
    expect(failure(response)).toMatchObject({ status: 422, code: 'UNPROCESSABLE_CONTENT' });
    expect(message).toBe(`${fullMedications(2).message}; ${fullMedications(3).message}`);
    expect(await countOwnNames(here.database, 'medication', 'KE')).toBe(MAX_OWN_NAMES - 1);
    const coded = { medicationName: 'Tonic B', atcCode: 'N02BE01' };
    const known = [...names('Tonic A', 'Own name 3', 'tonic a', 'Ibuprofen'), coded];
    expect(payload(await sendSales(pharmacist, known))).toEqual(recordedSales(5));
  });
});
