import { nameKey } from '../../src/shared/name-key';
import { EarlierDatabase } from './fresh-database';

/** Sales in the schema without a catalogue, which has one medication for each key. */
const SALES = [
  ['KE', 'Paracetamol', 10, '2024-03-01T08:00:00Z'],
  ['KE', 'Acetaminophen', 5, '2024-03-01T09:00:00Z'],
  ['KE', 'Acetaminophen', 2, '2024-03-02T09:00:00Z'],
  ['SN', 'paracétamol', 7, '2024-03-01T10:00:00Z'],
  ['SN', 'SRO', 4, '2024-03-01T10:00:00Z'],
  ['KE', 'Mwarobaini', 3, '2024-03-01T10:00:00Z'],
  ['TZ', 'Mwarobaini', 8, '2024-03-01T10:00:00Z'],
  ['TZ', 'Mwarobaini', 1, '2024-03-05T10:00:00Z'],
] as const;

const SALES_BY_MEDICATION = `
  SELECT s.country, m.scope, m.name, sum(s.units)::integer AS units
  FROM medication_sale s JOIN medication m ON m.id = s.medication_id
  GROUP BY 1, 2, 3 ORDER BY 1, 3`;

/** Selects the days whose counted units differ from the sold units. */
const COUNT_DIFFERENCES = `
  SELECT * FROM (
    SELECT country, (sold_at AT TIME ZONE 'UTC')::date AS day, medication_id, sum(units) AS units
    FROM medication_sale GROUP BY 1, 2, 3
  ) s FULL JOIN medication_daily_units d USING (country, day, medication_id)
  WHERE s.units IS DISTINCT FROM d.units`;

describe('the migration ExtendMedications', () => {
  const database = new EarlierDatabase('ExtendMedications1763800100000');

  beforeEach(async () => {
    for (const [country, name, units, soldAt] of SALES)
      await recordInOldSchema({ country, name, units, soldAt });
  });

  async function recordInOldSchema(sale: { country: string; name: string; units: number; soldAt: string }) {
    const key = nameKey(sale.name);
    await database.connection.query(
      'INSERT INTO medication (key, name) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING',
      [key, sale.name],
    );
    await database.connection.query(
      `WITH sold AS (
         INSERT INTO medication_sale (country, medication_id, units, sold_at)
         SELECT $2, id, $3, $4::timestamptz FROM medication WHERE key = $1
         RETURNING country, medication_id, units, sold_at
       )
       INSERT INTO medication_daily_units AS d (country, day, medication_id, units)
       SELECT country, (sold_at AT TIME ZONE 'UTC')::date, medication_id, units FROM sold
       ON CONFLICT (country, day, medication_id) DO UPDATE SET units = d.units + excluded.units`,
      [key, sale.country, sale.units, sale.soldAt],
    );
  }

  it('moves sales to the catalogue’s medication of that name, else to a medication of the country', async () => {
    await database.migrate();
    expect(await database.connection.query(SALES_BY_MEDICATION)).toEqual([
      { country: 'KE', scope: 'KE', name: 'Mwarobaini', units: 3 },
      { country: 'KE', scope: '*', name: 'Paracetamol', units: 17 },
      { country: 'SN', scope: '*', name: 'Oral rehydration salts', units: 4 },
      { country: 'SN', scope: '*', name: 'Paracetamol', units: 7 },
      { country: 'TZ', scope: 'TZ', name: 'Mwarobaini', units: 9 },
    ]);
    const names: unknown = await database.connection.query(
      `SELECT n.scope, n.key, m.name FROM medication_name n JOIN medication m ON m.id = n.medication_id
       WHERE n.scope <> '*' AND m.scope = n.scope ORDER BY 1`,
    );
    expect(names).toEqual([
      { scope: 'KE', key: 'mwarobaini', name: 'Mwarobaini' },
      { scope: 'TZ', key: 'mwarobaini', name: 'Mwarobaini' },
    ]);
  });

  it('keeps the units of each day, and adds those of several names of one medication', async () => {
    await database.migrate();
    expect(await database.connection.query(COUNT_DIFFERENCES)).toEqual([]);
    const days: unknown = await database.connection.query(
      `SELECT d.country, d.day::text, d.units::integer
       FROM medication_daily_units d JOIN medication m ON m.id = d.medication_id
       WHERE m.name = 'Paracetamol' ORDER BY 1, 2`,
    );
    expect(days).toEqual([
      { country: 'KE', day: '2024-03-01', units: 15 },
      { country: 'KE', day: '2024-03-02', units: 2 },
      { country: 'SN', day: '2024-03-01', units: 7 },
    ]);
  });

  it('restores one medication for each key, with all units, if it is reverted', async () => {
    await database.migrate();
    await database.revert();
    const sold: unknown = await database.connection.query(
      `SELECT m.name, sum(s.units)::integer AS units
       FROM medication_sale s JOIN medication m ON m.id = s.medication_id GROUP BY 1 ORDER BY 1`,
    );
    expect(sold).toEqual([
      { name: 'Mwarobaini', units: 12 },
      { name: 'Oral rehydration salts', units: 4 },
      { name: 'Paracetamol', units: 24 },
    ]);
    expect(await database.connection.query('SELECT name FROM medication ORDER BY name')).toEqual([
      { name: 'Mwarobaini' },
      { name: 'Oral rehydration salts' },
      { name: 'Paracetamol' },
    ]);
    expect(await database.connection.query(COUNT_DIFFERENCES)).toEqual([]);
    await database.migrate();
    expect(await database.connection.query(SALES_BY_MEDICATION)).toHaveLength(5);
    expect(await database.connection.query(COUNT_DIFFERENCES)).toEqual([]);
  });
});
