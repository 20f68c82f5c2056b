import { contentDigest } from '../../src/platform/database/content-digest';
import { type PlainCaller, failure, payload } from '../support/plain-caller';
import { conflict } from './failures';
import { MedicationSalesSuite, recordedSales, sendSales } from './medication-sales-suite';

describe('health.recordMedicationSales with an external id', () => {
  const here = new MedicationSalesSuite();
  let pharmacist: PlainCaller;

  beforeEach(async () => {
    pharmacist = await here.as('pharmacist', 'KE');
  });

  const send = (sales: readonly object[], caller = pharmacist) => sendSales(caller, sales);

  const record = async (sales: readonly object[], caller = pharmacist) => payload(await send(sales, caller));

  it('counts a sale once if the call has it several times', async () => {
    const twin = { externalId: 'till-3/1' };
    expect(await record([twin, { units: 1 }, twin, twin])).toStrictEqual(recordedSales(2, 2));
    expect(await here.findSales()).toHaveLength(2);
  });

  it('counts a sale once in several calls, with other sales and in any order', async () => {
    const [one, two, three] = [{ externalId: '1' }, { externalId: '2' }, { externalId: '3' }];
    expect(await record([one, two])).toStrictEqual(recordedSales(2));
    expect(await record([three, two, one])).toStrictEqual(recordedSales(1, 2));
    expect(await record([two])).toStrictEqual(recordedSales(0, 1));
    expect(await here.findSales()).toHaveLength(3);
  });

  it('accepts other spellings of the same content', async () => {
    await record([{ externalId: 'a', atcCode: 'N02BE01', country: 'KE' }]);
    const again = {
      externalId: ' a ',
      medicationName: ' PARACETAMOL',
      atcCode: 'n02be01 ',
      soldAt: '2024-05-06T07:08:09.000Z',
    };
    expect(await record([again])).toStrictEqual(recordedSales(0, 1));
  });

  it.each([
    [{ units: 21 }],
    [{ medicationName: 'Ibuprofen' }],
    [{ atcCode: 'N02BE01' }],
    [{ soldAt: '2024-05-06T07:08:09.001Z' }],
  ])('refuses other content (%j) and records nothing of the call', async (change) => {
    await record([{ externalId: 'X' }]);
    const sales = [{}, { medicationName: 'Never seen' }, {}, { externalId: 'X', ...change }];
    expect(failure(await send(sales))).toStrictEqual(
      conflict('sales[3].externalId: "X" was recorded before with other content'),
    );
    expect(await here.findSales()).toHaveLength(1);
    const medications: unknown = await here.database.query(`SELECT FROM medication WHERE key = 'neverseen'`);
    expect(medications).toEqual([]);
  });

  it('counts a sale once whose id is sent in two normalization forms of Unicode', async () => {
    expect(await record([{ externalId: 'café' }])).toStrictEqual(recordedSales(1));
    expect(await record([{ externalId: 'cafe\u0301' }])).toStrictEqual(recordedSales(0, 1));
  });

  it('refuses another strength, but not if an earlier release recorded the id', async () => {
    const sale = { externalId: 'Z', medicationName: 'Zolprin 2.5 mg' };
    const other = { ...sale, medicationName: 'Zolprin 25 mg' };
    await record([sale]);
    const refused = conflict('sales[0].externalId: "Z" was recorded before with other content');
    expect(failure(await send([other]))).toStrictEqual(refused);
    const digest = contentDigest(['KE', 'zolprin25mg', null, '2024-05-06T07:08:09.000Z', 20]);
    await here.database.query(
      `UPDATE medication_sale_claim SET digest = $1, is_by_spelling = true WHERE external_id = 'Z'`,
      [digest],
    );
    for (const each of [sale, other]) expect(await record([each])).toStrictEqual(recordedSales(0, 1));
  });

  it('refuses the correction of a strength without a decimal mark to one with it', async () => {
    const sale = { externalId: 'S', medicationName: 'Zolprin 25 mg' };
    await record([sale]);
    expect(failure(await send([{ ...sale, medicationName: 'Zolprin 2.5 mg' }]))).toStrictEqual(
      conflict('sales[0].externalId: "S" was recorded before with other content'),
    );
    expect(await record([sale])).toStrictEqual(recordedSales(0, 1));
  });

  it('refuses two contents of one id in one call, and claims it for neither', async () => {
    const sales = [{}, { units: 1 }, { units: 2 }].map((sale) => ({ externalId: 'Y', ...sale }));
    expect(failure(await send(sales))).toMatchObject({
      status: 409,
      message:
        'sales[1].externalId: "Y" was recorded before with other content; ' +
        'sales[2].externalId: "Y" was recorded before with other content',
    });
    expect(await record([{ externalId: 'Y', units: 2 }])).toStrictEqual(recordedSales(1));
  });

  it('keeps the external ids of accounts separate', async () => {
    await record([{ externalId: 'Z' }]);
    const other = await here.as('pharmacist', 'KE');
    expect(await record([{ externalId: 'Z', units: 1 }], other)).toStrictEqual(recordedSales(1));
    expect(await here.findSales()).toHaveLength(2);
  });

  it('records a sale without an external id each time it is sent', async () => {
    expect(await record([{}, {}])).toStrictEqual(recordedSales(2));
    expect(await record([{}, {}])).toStrictEqual(recordedSales(2));
    expect(await here.findSales()).toHaveLength(4);
  });
});
