import type { DataSource } from 'typeorm';
import { ALL_UNITS } from '../support/daily-counts';

export interface StoredSale {
  readonly country: string;
  readonly scope: string;
  readonly name: string;
  readonly units: number;
}

/** Returns all sales, by country, medication and units. */
export function findAllSales(database: DataSource): Promise<StoredSale[]> {
  return database.query<StoredSale[]>(
    `SELECT s.country, m.scope, m.name, s.units
     FROM medication_sale s JOIN medication m ON m.id = s.medication_id
     ORDER BY s.country, m.name, s.units`,
  );
}

/** Returns the daily sums of units that differ from the sum of their sales. */
export function findUnitDifferences(database: DataSource): Promise<unknown[]> {
  return database.query<unknown[]>(
    `SELECT * FROM (
       SELECT country, (sold_at AT TIME ZONE 'UTC')::date AS day, medication_id, sum(units) AS sold
       FROM medication_sale GROUP BY 1, 2, 3
     ) s FULL JOIN ${ALL_UNITS} d USING (country, day, medication_id)
     WHERE s.sold IS DISTINCT FROM d.units`,
  );
}

export async function deleteAllSales(database: DataSource): Promise<void> {
  await database.query('TRUNCATE medication_sale, medication_daily_units, medication_sale_claim');
}
