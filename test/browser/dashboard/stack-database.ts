import { Pool } from 'pg';
import { hashOf } from '../../../src/modules/auth/sessions/secret';
import type { Period } from '../../../src/shared/period';
import { sharedStack } from '../shared-stack';

export interface Count {
  readonly name: string;
  readonly count: number;
}

/** The consultations that are not voided, with the Monday of their ISO week. */
const CASES = `
  SELECT
    c.country, p.key, p.name, p.icd10, c.consulted_at,
    to_char(date_trunc('week', c.consulted_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS monday
  FROM consultation c JOIN pathology p ON p.id = c.pathology_id
  WHERE NOT EXISTS (SELECT FROM consultation_void v WHERE v.country = c.country AND v.consultation_id = c.id)`;

/** Computes the expected figures from the consultations and sales in the stack's database, without the platform's code. */
export class StackDatabase {
  private readonly pool = new Pool({ connectionString: sharedStack().databaseUrl, max: 3 });

  async close(): Promise<void> {
    await this.pool.end();
  }

  /** Counts the cases by pathology, highest count first. */
  countCases(period: Period, country: string | null = null): Promise<Count[]> {
    return this.queryCounts(
      `SELECT min(name) AS name, count(*) AS count FROM (${CASES}) c WHERE ${within('consulted_at')} GROUP BY key`,
      { period, country },
    );
  }

  /** Counts the cases by country, highest count first. */
  countCasesByCountry(period: Period, pathology: string | null = null): Promise<Count[]> {
    return this.queryCounts(
      `SELECT country AS name, count(*) AS count FROM (${CASES}) c
       WHERE ${within('consulted_at')} AND ($4::text IS NULL OR name = $4) GROUP BY country`,
      { period, country: null },
      pathology,
    );
  }

  /** Counts the units sold by medication, highest count first. */
  countUnitsSold(period: Period, country: string | null = null): Promise<Count[]> {
    return this.queryCounts(
      `SELECT min(m.name) AS name, sum(s.units) AS count
       FROM medication_sale s JOIN medication m ON m.id = s.medication_id
       WHERE ${within('sold_at')} GROUP BY m.key`,
      { period, country },
    );
  }

  /** Counts the weeks with cases of each country. @param mondays of the weeks, as `YYYY-MM-DD` */
  async countReportedWeeks(mondays: readonly string[]): Promise<Count[]> {
    const { rows } = await this.pool.query<Count>(
      `SELECT country AS name, count(DISTINCT monday)::int AS count
       FROM (${CASES}) c WHERE monday = ANY ($1) AND country <> 'ZZ' GROUP BY country ORDER BY country`,
      [mondays],
    );
    return rows;
  }

  /** Counts the cases of ICD-10 codes by country and week. @param from the first Monday, as `YYYY-MM-DD` */
  async countWeeklyCases(codes: readonly string[], from: string) {
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

  /** Ends a session as if it had expired. @param token the value of the cookie */
  async endSession(token: string): Promise<void> {
    const { rowCount } = await this.pool.query('DELETE FROM session WHERE token_hash = $1', [hashOf(token)]);
    if (rowCount !== 1) throw new Error('there was no such session');
  }

  private async queryCounts(
    query: string,
    { period, country }: { period: Period; country: string | null },
    ...parameters: readonly (string | null)[]
  ): Promise<Count[]> {
    const { rows } = await this.pool.query<{ name: string; count: string }>(
      `${query} ORDER BY count DESC, name`,
      [period.from, period.before, country, ...parameters],
    );
    return rows.map(({ name, count }) => ({ name, count: Number(count) }));
  }
}

/** Returns the SQL condition for $1 the first day, $2 the day after the last, $3 a country or null. */
function within(timeColumn: string): string {
  return `${timeColumn} >= $1::timestamp AT TIME ZONE 'UTC' AND ${timeColumn} < $2::timestamp AT TIME ZONE 'UTC'
    AND ($3::text IS NULL OR country = $3)`;
}

export function sumCounts(counts: readonly Count[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
