import { Injectable, NotImplementedException } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../access/caller';
import type { CountryCode, CountryScope } from '../access/country';
import type { CountryCount } from '../consultations/pathology-counts.service';
import { nameKey } from '../fields/name-key';
import type { Period } from '../fields/calendar';

export interface MedicationSaleLine {
  readonly country: CountryCode;
  readonly medicationName: string;
  readonly units: number;
  readonly soldAt: Date;
}

export interface NewSale {
  readonly medicationName: string;
  readonly atcCode?: string;
  readonly country?: CountryCode;
  readonly soldAt: Date;
  readonly units: number;
  readonly externalId?: string;
}

export interface MedicationTotal {
  readonly name: string;
  /** Null for what is not in the catalogue and came without one. */
  readonly atcCode: string | null;
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

  /** TODO: being written. */
  // eslint-disable-next-line
  async recordFor(
    _sales: readonly NewSale[],
    _caller: Caller,
  ): Promise<{ recorded: number; alreadyRecorded: number }> {
    throw new NotImplementedException();
  }

  /** The units sold in a period, best-selling first. */
  async totals(scope: CountryScope, { from, before }: Period): Promise<MedicationTotal[]> {
    return this.dataSource.query<MedicationTotal[]>(
      `SELECT m.name, NULL AS "atcCode", t.units AS "unitsSold"
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

  /** The units of each of some periods in all, in their order. */
  async sums(scope: CountryScope, periods: readonly Period[]): Promise<number[]> {
    const rows = await this.dataSource.query<{ units: number }[]>(
      `SELECT coalesce(sum(d.units), 0)::float8 AS units
       FROM unnest($2::date[], $3::date[]) WITH ORDINALITY AS period (start, before, position)
       LEFT JOIN medication_daily_units d
         ON ($1 = '*' OR d.country = $1) AND d.day >= period.start AND d.day < period.before
       GROUP BY period.position
       ORDER BY period.position`,
      [scope, periods.map(({ from }) => from), periods.map(({ before }) => before)],
    );
    return rows.map(({ units }) => units);
  }

  /** TODO: being written. @throws NotFoundException `medication: no medication is called "…"` */
  // eslint-disable-next-line
  async byCountry(_scope: CountryScope, _period: Period, _medication: string): Promise<CountryCount[]> {
    throw new NotImplementedException();
  }

  /** TODO: being written. */
  // eslint-disable-next-line
  async countries(): Promise<string[]> {
    return [];
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
