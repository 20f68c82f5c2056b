import { type Platform, startPlatform } from '../support/platform';
import { PlainCaller, failure, payload } from '../support/plain-caller';
import { type StoredSale, findAllSales, findUnitDifferences } from './medication-sales.database';

const PROCEDURE = 'health.recordMedicationSales';
const SALE = { medicationName: 'Paracetamol', soldAt: '2024-05-06T07:08:09Z', units: 20 };

describe('health.recordMedicationSales with an external id', () => {
  let platform: Platform;
  let anyone: PlainCaller;
  let pharmacist: PlainCaller;

  beforeAll(async () => {
    platform = await startPlatform();
    anyone = new PlainCaller(await platform.listen());
  });

  beforeEach(async () => {
    pharmacist = await newPharmacist();
    await platform.database.query('TRUNCATE medication_sale, medication_daily_units, medication_sale_claim');
  });

  afterEach(async () => {
    expect(await findUnitDifferences(platform.database)).toEqual([]);
  });

  afterAll(async () => {
    await platform.close();
  });

  async function newPharmacist(): Promise<PlainCaller> {
    return anyone.as(await platform.session({ role: 'pharmacist', country: 'KE' }));
  }

  const send = (sales: readonly object[], caller = pharmacist) =>
    caller.post(PROCEDURE, { sales: sales.map((sale) => ({ ...SALE, ...sale })) });

  const record = async (sales: readonly object[], caller = pharmacist) => payload(await send(sales, caller));

  const findSales = (): Promise<StoredSale[]> => findAllSales(platform.database);

  const expectedResult = (recorded: number, alreadyRecorded = 0) => ({
    success: true,
    data: { recorded, alreadyRecorded },
  });

  it('counts a sale once if the call has it several times', async () => {
    const twin = { externalId: 'till-3/1' };
    expect(await record([twin, { units: 1 }, twin, twin])).toStrictEqual(expectedResult(2, 2));
    expect(await findSales()).toHaveLength(2);
  });

  it('counts a sale once in several calls, with other sales and in any order', async () => {
    const [one, two, three] = [{ externalId: '1' }, { externalId: '2' }, { externalId: '3' }];
    expect(await record([one, two])).toStrictEqual(expectedResult(2));
    expect(await record([three, two, one])).toStrictEqual(expectedResult(1, 2));
    expect(await record([two])).toStrictEqual(expectedResult(0, 1));
    expect(await findSales()).toHaveLength(3);
  });

  it('accepts other spellings of the same content', async () => {
    await record([{ externalId: 'a', atcCode: 'N02BE01', country: 'KE' }]);
    const again = {
      externalId: ' a ',
      medicationName: ' PARACETAMOL',
      atcCode: 'n02be01 ',
      soldAt: '2024-05-06T07:08:09.000Z',
    };
    expect(await record([again])).toStrictEqual(expectedResult(0, 1));
  });

  it.each([
    [{ units: 21 }],
    [{ medicationName: 'Ibuprofen' }],
    [{ atcCode: 'N02BE01' }],
    [{ soldAt: '2024-05-06T07:08:09.001Z' }],
  ])('refuses other content (%j) and records nothing of the call', async (change) => {
    await record([{ externalId: 'X' }]);
    const sales = [{}, { medicationName: 'Never seen' }, {}, { externalId: 'X', ...change }];
    expect(failure(await send(sales))).toStrictEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'sales[3].externalId: "X" was recorded before with other content',
    });
    expect(await findSales()).toHaveLength(1);
    const medications: unknown = await platform.database.query(
      `SELECT FROM medication WHERE key = 'neverseen'`,
    );
    expect(medications).toEqual([]);
  });

  it('refuses two contents of one id in one call, and claims it for neither', async () => {
    const response = await send([
      { externalId: 'Y' },
      { externalId: 'Y', units: 1 },
      { externalId: 'Y', units: 2 },
    ]);
    expect(failure(response)).toMatchObject({
      status: 409,
      message:
        'sales[1].externalId: "Y" was recorded before with other content; ' +
        'sales[2].externalId: "Y" was recorded before with other content',
    });
    expect(await record([{ externalId: 'Y', units: 2 }])).toStrictEqual(expectedResult(1));
  });

  it('keeps the external ids of accounts separate', async () => {
    await record([{ externalId: 'Z' }]);
    const other = await newPharmacist();
    expect(await record([{ externalId: 'Z', units: 1 }], other)).toStrictEqual(expectedResult(1));
    expect(await findSales()).toHaveLength(2);
  });

  it('records a sale without an external id each time it is sent', async () => {
    expect(await record([{}, {}])).toStrictEqual(expectedResult(2));
    expect(await record([{}, {}])).toStrictEqual(expectedResult(2));
    expect(await findSales()).toHaveLength(4);
  });
});
