import { type Role, ROLES } from '../../src/platform/access/role';
import { PERMISSION_REQUIRED, type PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { foreignCountry } from './failures';
import { MedicationSalesSuite, SALE, recordedSales, sendSales } from './medication-sales-suite';
import { ALL_UNITS } from '../support/daily-counts';

const PROCEDURE = 'health.recordMedicationSales';
const MAY_RECORD: readonly Role[] = ['pharmacist', 'admin'];
const TIMESTAMP = 'expected an ISO 8601 timestamp ending in Z, such as 2026-03-14T09:30:00Z';
const UNITS = 'expected a whole number from 1 to 1000000';
const ATC = 'expected an ATC code of seven characters such as N02BE01';

describe('health.recordMedicationSales', () => {
  const here = new MedicationSalesSuite();
  let pharmacist: PlainCaller;

  beforeEach(async () => {
    pharmacist = await here.as('pharmacist', 'KE');
  });

  const send = (sales: readonly object[], caller = pharmacist) => sendSales(caller, sales);

  const record = async (sales: readonly object[], caller = pharmacist) => payload(await send(sales, caller));

  it('records sales and counts their units in their country and on their day in UTC', async () => {
    const sales = [
      { soldAt: '2024-02-29T23:59:59.999Z', units: 3 },
      { soldAt: '2024-03-01T00:00:00Z', units: 4 },
      { medicationName: ' SRO ', soldAt: '2024-03-01T00:00:00Z', units: 5 },
    ];
    expect(await record(sales)).toStrictEqual(recordedSales(3));
    expect(await here.findSales()).toEqual([
      { country: 'KE', scope: '*', name: 'Oral rehydration salts', units: 5 },
      { country: 'KE', scope: '*', name: 'Paracetamol', units: 3 },
      { country: 'KE', scope: '*', name: 'Paracetamol', units: 4 },
    ]);
    const days: unknown = await here.database.query(
      `SELECT d.day::text, d.units FROM ${ALL_UNITS} d JOIN medication m ON m.id = d.medication_id
       WHERE m.name = 'Paracetamol' ORDER BY 1`,
    );
    expect(days).toEqual([
      { day: '2024-02-29', units: '3' },
      { day: '2024-03-01', units: '4' },
    ]);
  });

  it('stores the time to the millisecond, and the account', async () => {
    const id = await here.accountOf(pharmacist);
    await record([{ soldAt: '2024-05-06T07:08:09.123Z' }]);
    const rows: unknown = await here.database.query('SELECT sold_at, recorded_by FROM medication_sale');
    expect(rows).toEqual([{ sold_at: new Date('2024-05-06T07:08:09.123Z'), recorded_by: id }]);
  });

  describe('finds the medication', () => {
    it.each([
      ['by its name in the catalogue', ['PARACÉTAMOL '], 'Paracetamol'],
      ['by a synonym', ['acetaminophen'], 'Paracetamol'],
      ['by its parts in any order', ['lumefantrine/artemether'], 'Artemether + lumefantrine'],
      ['by its code if the name is unknown', ['Hedex Extra', 'n02be01'], 'Paracetamol'],
      ['by a further code', ['Flagyl', 'J01XD01'], 'Metronidazole'],
      ['by a code of the fourth level', ['Orasel', 'A07CA'], 'Oral rehydration salts'],
      ['by its name if the code belongs to another', ['Ibuprofen', 'N02BE01'], 'Ibuprofen'],
    ])('%s', async (_case, [medicationName, atcCode], name) => {
      expect(await record([{ medicationName, atcCode }])).toStrictEqual(recordedSales(1));
      expect(await here.findSales()).toEqual([{ country: 'KE', scope: '*', name, units: 20 }]);
    });

    it('creates a medication of the country once for an unknown name, with its code', async () => {
      await record([
        { medicationName: 'Dawa ya Homa', atcCode: 'N02BE51' },
        { medicationName: 'dawa ya  HOMA' },
      ]);
      await record([{ medicationName: 'dawa-ya-homa', units: 1 }]);
      await record([{ medicationName: 'DAWA YA HOMA', units: 2 }], await here.as('pharmacist', 'TZ'));
      expect(await here.findSales()).toEqual([
        { country: 'KE', scope: 'KE', name: 'Dawa ya Homa', units: 1 },
        { country: 'KE', scope: 'KE', name: 'Dawa ya Homa', units: 20 },
        { country: 'KE', scope: 'KE', name: 'Dawa ya Homa', units: 20 },
        { country: 'TZ', scope: 'TZ', name: 'DAWA YA HOMA', units: 2 },
      ]);
      const rows: unknown = await here.database.query(
        `SELECT scope, atc_codes FROM medication WHERE key = 'dawayahoma' ORDER BY scope`,
      );
      expect(rows).toEqual([
        { scope: 'KE', atc_codes: ['N02BE51'] },
        { scope: 'TZ', atc_codes: [] },
      ]);
    });

    it('prefers a code to a name of the country', async () => {
      await record([{ medicationName: 'Panadol' }]);
      await record([{ medicationName: 'Panadol', atcCode: 'N02BE01', units: 1 }]);
      expect(await here.findSales()).toEqual([
        { country: 'KE', scope: 'KE', name: 'Panadol', units: 20 },
        { country: 'KE', scope: '*', name: 'Paracetamol', units: 1 },
      ]);
    });

    it('ignores a code that several medications of the catalogue have', async () => {
      const change = (codes: string) =>
        `UPDATE medication SET atc_codes = ${codes} WHERE scope = '*' AND name IN ('Loratadine', 'Cetirizine')`;
      await here.database.query(change(`atc_codes || ARRAY['R06AX99']`));
      await record([{ medicationName: 'Mzio', atcCode: 'R06AX99' }]);
      await here.database.query(change(`array_remove(atc_codes, 'R06AX99')`));
      expect(await here.findSales()).toEqual([{ country: 'KE', scope: 'KE', name: 'Mzio', units: 20 }]);
    });
  });

  describe('the country of a sale', () => {
    it.each([
      { of: 'a pharmacist of Kenya', role: 'pharmacist', own: 'KE', filed: 'KE' },
      { of: 'a pharmacist of no country', role: 'pharmacist', own: null, filed: 'ZZ' },
      { of: 'a pharmacist of all countries', role: 'pharmacist', own: '*', filed: 'ZZ' },
      { of: 'an administrator of Kenya', role: 'admin', own: 'KE', filed: 'KE' },
      { of: 'a pharmacist of Kenya naming it', role: 'pharmacist', own: 'KE', named: 'ken', filed: 'KE' },
      { of: 'a pharmacist of all naming one', role: 'pharmacist', own: '*', named: 'TZA', filed: 'TZ' },
      { of: 'an administrator of all naming one', role: 'admin', own: '*', named: 'TZ', filed: 'TZ' },
      { of: 'an administrator of Kenya naming it', role: 'admin', own: 'KE', named: 'KE', filed: 'KE' },
    ] as const)('is $filed for $of', async ({ role, own, filed, ...sale }) => {
      const fields = 'named' in sale ? { country: sale.named } : {};
      expect(await record([fields], await here.as(role, own))).toStrictEqual(recordedSales(1));
      expect(await here.findSales()).toEqual([
        { country: filed, scope: '*', name: 'Paracetamol', units: 20 },
      ]);
    });

    it('returns 403 for another country, and records no sale of the call', async () => {
      expect(failure(await send([{}, {}, {}, { country: 'TZ' }]))).toStrictEqual(
        foreignCountry('sales[3].country'),
      );
      expect(await here.findSales()).toEqual([]);
    });

    it('returns 403 for a requested country if the account has no country', async () => {
      const refused = failure(await send([{}, { country: 'KE' }], await here.as('pharmacist', null)));
      expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(refused.message).toMatch(
        /^sales\[1\]\.country: your account is tied to no country .*portal.*OAUTH_COUNTRY_CLAIM/,
      );
      expect(await here.findSales()).toEqual([]);
    });
  });

  it.each([
    [{ units: 0 }, `sales[3].units: ${UNITS}`],
    [{ units: 1_000_001 }, `sales[3].units: ${UNITS}`],
    [{ units: 1.5 }, `sales[3].units: ${UNITS}`],
    [{ units: '20' }, `sales[3].units: ${UNITS}`],
    [{ units: null }, `sales[3].units: ${UNITS}`],
    [{ medicationName: '  ' }, 'sales[3].medicationName: must not be empty'],
    [{ medicationName: 'x'.repeat(201) }, 'sales[3].medicationName: expected at most 200 characters'],
    [{ medicationName: 'a\0b' }, 'sales[3].medicationName: must not contain NUL characters'],
    [{ medicationName: 7 }, 'sales[3].medicationName: expected string, received number'],
    [{ atcCode: 'N02' }, `sales[3].atcCode: ${ATC}`],
    [{ atcCode: 'N02BE0' }, `sales[3].atcCode: ${ATC}`],
    [{ atcCode: '' }, `sales[3].atcCode: ${ATC}`],
    [{ country: 'Kenya' }, 'sales[3].country: expected an ISO 3166-1 country code such as KE or KEN'],
    [{ soldAt: '06/05/2024' }, `sales[3].soldAt: ${TIMESTAMP}`],
    [{ soldAt: '1899-12-31T23:59:59Z' }, 'sales[3].soldAt: must not be before 1900'],
    [{ soldAt: '2999-01-01T00:00:00Z' }, 'sales[3].soldAt: must not be more than 24 hours in the future'],
    [{ externalId: '' }, 'sales[3].externalId: must not be empty'],
    [{ externalId: 'x'.repeat(129) }, 'sales[3].externalId: expected at most 128 characters'],
    [{ externalId: 7 }, 'sales[3].externalId: expected string, received number'],
  ])('refuses %j with its index and field, and records nothing', async (change, problem) => {
    expect(failure(await send([{}, {}, {}, change]))).toStrictEqual(badRequest(problem));
    expect(await here.findSales()).toEqual([]);
  });

  it('names all invalid sales at once', async () => {
    const response = await pharmacist.post(PROCEDURE, { sales: [{ ...SALE, units: 0 }, SALE, { units: 3 }] });
    expect(failure(response)).toStrictEqual(
      badRequest(
        `sales[0].units: ${UNITS}; sales[2].medicationName: required, expected string; ` +
          `sales[2].soldAt: ${TIMESTAMP}`,
      ),
    );
  });

  it.each([
    [{}, 'sales: required, expected array'],
    [{ sales: 'all' }, 'sales: expected array, received string'],
    [{ sales: [] }, 'sales: expected at least one sale'],
    [{ sales: ['Paracetamol'] }, 'sales[0]: expected object, received string'],
  ])('refuses %j and describes the problem', async (input, problem) => {
    expect(failure(await pharmacist.post(PROCEDURE, input))).toStrictEqual(badRequest(problem));
  });

  it('accepts at most a thousand sales of maximal length', async () => {
    const sales = Array.from({ length: 1_000 }, (_none, index) => ({
      medicationName: `Medication ${index} `.padEnd(200, 'x'),
      atcCode: 'N02BE51',
      country: 'KEN',
      units: 1_000_000,
      externalId: `${index}/`.padEnd(128, '9'),
    }));
    expect(await record(sales)).toStrictEqual(recordedSales(1_000));
    expect(await record(sales)).toStrictEqual(recordedSales(0, 1_000));
    expect(failure(await send([...sales, SALE]))).toStrictEqual(
      badRequest('sales: expected at most 1000 sales'),
    );
    expect(await here.findSales()).toHaveLength(1_000);
  });

  it('returns 413 for a body that is too large', async () => {
    const response = await send([{ medicationName: 'x'.repeat(1_100_000) }]);
    expect(failure(response)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });

  it.each(ROLES.filter((role) => !MAY_RECORD.includes(role)))('is denied to a %s', async (role) => {
    expect(failure(await send([{}], await here.as(role, 'KE')))).toStrictEqual(PERMISSION_REQUIRED);
    expect(await here.findSales()).toEqual([]);
  });
});
