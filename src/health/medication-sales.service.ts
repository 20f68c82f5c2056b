import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CountryCode, CountryScope } from '../access/country';
import { nameKey } from '../fields/name-key';
import type { Period } from '../fields/period';

export interface MedicationSaleLine {
  readonly country: CountryCode;
  readonly medicationName: string;
  readonly units: number;
  readonly soldAt: Date;
}

export interface MedicationTotal {
  readonly name: string;
  readonly unitsSold: number;
}

const LINES = `
  ROWS FROM (
    jsonb_to_recordset($1::jsonb) AS (country text, key text, name text, units integer, sold_at timestamptz)
  ) WITH ORDINALITY AS l (country, key, name, units, sold_at, line)`;

/** Sales of medications, counted by day as they are recorded. */
@Injectable()
export class MedicationSalesService {
  constructor(private readonly dataSource: DataSource) {}

  /** Records some sales and counts them: all, or none. */
  async record(lines: readonly MedicationSaleLine[]): Promise<void> {
    const values = [JSON.stringify(lines.map(rowOf))];
    await this.dataSource.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO medication (key, name) SELECT DISTINCT ON (key) key, name FROM ${LINES} ORDER BY key, line
         ON CONFLICT (key) DO NOTHING`,
        values,
      );
      await this.insert(manager, values);
    });
  }

  /** The units sold in a period, best-selling first. */
  async totals(scope: CountryScope, { from, before }: Period): Promise<MedicationTotal[]> {
    return this.dataSource.query<MedicationTotal[]>(
      `SELECT m.name, t.units AS "unitsSold"
       FROM (
         SELECT medication_id, sum(units)::float8 AS units
         FROM medication_daily_units
         WHERE ($1 = '*' OR country = $1) AND day >= $2::date AND day < $3::date
         GROUP BY medication_id
       ) t JOIN medication m ON m.id = t.medication_id
       ORDER BY t.units DESC, m.name`,
      [scope, from, before],
    );
  }

  private async insert(manager: EntityManager, values: readonly string[]): Promise<void> {
    await manager.query(
      `INSERT INTO medication_sale (country, medication_id, units, sold_at)
       SELECT l.country, m.id, l.units, l.sold_at FROM ${LINES} JOIN medication m ON m.key = l.key`,
      [...values],
    );
    // In one order always, so that two loads at once cannot wait for each other.
    await manager.query(
      `INSERT INTO medication_daily_units AS d (country, day, medication_id, units)
       SELECT l.country, (l.sold_at AT TIME ZONE 'UTC')::date, m.id, sum(l.units)
       FROM ${LINES} JOIN medication m ON m.key = l.key
       GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
       ON CONFLICT (country, day, medication_id) DO UPDATE SET units = d.units + excluded.units`,
      [...values],
    );
  }
}

function rowOf({ country, medicationName, units, soldAt }: MedicationSaleLine) {
  return { country, key: nameKey(medicationName), name: medicationName.trim(), units, sold_at: soldAt };
}
