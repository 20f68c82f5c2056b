import type { DataSource } from 'typeorm';

export interface SoldRow {
  readonly country: string;
  readonly scope: string;
  readonly name: string;
  readonly units: number;
}

/** Every sale, by country, medication and units. */
export function salesOf(database: DataSource): Promise<SoldRow[]> {
  return database.query<SoldRow[]>(
    `SELECT s.country, m.scope, m.name, s.units
     FROM medication_sale s JOIN medication m ON m.id = s.medication_id
     ORDER BY s.country, m.name, s.units`,
  );
}

/** Where the units counted by day are not the units sold: nowhere, ever. */
export function unitsNotSold(database: DataSource): Promise<unknown[]> {
  return database.query<unknown[]>(
    `SELECT * FROM (
       SELECT country, (sold_at AT TIME ZONE 'UTC')::date AS day, medication_id, sum(units) AS sold
       FROM medication_sale GROUP BY 1, 2, 3
     ) s FULL JOIN medication_daily_units d USING (country, day, medication_id)
     WHERE s.sold IS DISTINCT FROM d.units`,
  );
}
