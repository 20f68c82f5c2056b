import { Pool } from 'pg';
import { hashOf } from '../../src/modules/auth/sessions/secret';
import type { Period } from '../../src/shared/calendar';
import { sharedStack } from './shared-stack';

export interface Counted {
  readonly name: string;
  readonly count: number;
}

/** Consultations that count, with the first day of the ISO week that each is in. */
const CASES = `
  SELECT
    c.country, p.key, p.name, p.icd10, c.consulted_at,
    to_char(date_trunc('week', c.consulted_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS monday
  FROM consultation c JOIN pathology p ON p.id = c.pathology_id
  WHERE NOT EXISTS (SELECT FROM consultation_void v WHERE v.country = c.country AND v.consultation_id = c.id)`;

/**
 * The stack's database, asked what its records say: counted anew from the consultations and sales, by none of the
 * platform's own statements and counts.
 */
export class Records {
  private readonly pool = new Pool({ connectionString: sharedStack().databaseUrl, max: 3 });

  async close(): Promise<void> {
    await this.pool.end();
  }

  /** Cases by pathology, most first. */
  cases(period: Period, country: string | null = null): Promise<Counted[]> {
    return this.counted(
      `SELECT min(name) AS name, count(*) AS count FROM (${CASES}) c WHERE ${within('consulted_at')} GROUP BY key`,
      { period, country },
    );
  }

  /** Cases by country, most first. */
  casesByCountry(period: Period, pathology: string | null = null): Promise<Counted[]> {
    return this.counted(
      `SELECT country AS name, count(*) AS count FROM (${CASES}) c
       WHERE ${within('consulted_at')} AND ($4::text IS NULL OR name = $4) GROUP BY country`,
      { period, country: null },
      pathology,
    );
  }

  /** Units sold by medication, most first. */
  units(period: Period, country: string | null = null): Promise<Counted[]> {
    return this.counted(
      `SELECT min(m.name) AS name, sum(s.units) AS count
       FROM medication_sale s JOIN medication m ON m.id = s.medication_id
       WHERE ${within('sold_at')} GROUP BY m.key`,
      { period, country },
    );
  }

  /** Cases of the diseases with some ICD-10 codes, from a Monday on, by country and week. */
  async weeklyCases(codes: readonly string[], from: string) {
    const { rows } = await this.pool.query<{
      country: string;
      name: string;
      monday: string;
      count: number;
    }>(
      `SELECT country, name, monday, count(*)::float8 AS count
       FROM (${CASES}) c WHERE icd10 = ANY ($1) AND monday >= $2 GROUP BY 1, 2, 3`,
      [codes, from],
    );
    return rows;
  }

  /** Ends a session as if its time had come. @param token the value of the cookie */
  async endSession(token: string): Promise<void> {
    const { rowCount } = await this.pool.query('DELETE FROM session WHERE token_hash = $1', [hashOf(token)]);
    if (rowCount !== 1) throw new Error('there was no such session');
  }

  private async counted(
    query: string,
    { period, country }: { period: Period; country: string | null },
    ...more: readonly (string | null)[]
  ): Promise<Counted[]> {
    const { rows } = await this.pool.query<{ name: string; count: string }>(
      `${query} ORDER BY count DESC, name`,
      [period.from, period.before, country, ...more],
    );
    return rows.map(({ name, count }) => ({ name, count: Number(count) }));
  }
}

/** $1 first day, $2 the day after the last, $3 a country or null. */
function within(moment: string): string {
  return `${moment} >= $1::timestamp AT TIME ZONE 'UTC' AND ${moment} < $2::timestamp AT TIME ZONE 'UTC'
    AND ($3::text IS NULL OR country = $3)`;
}

export function total(counted: readonly Counted[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}
