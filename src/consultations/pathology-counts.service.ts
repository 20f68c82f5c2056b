import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CountryScope } from '../access/country';
import type { Period } from '../fields/period';

export interface PathologyCount {
  readonly name: string;
  readonly count: number;
}

/** Cases by pathology, from the counts that every record keeps: consultations are never scanned. */
@Injectable()
export class PathologyCountsService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The cases of a period, most first. Where several countries are summed, what each of them wrote under one name
   * is one line, shown as it was first written.
   */
  async totals(scope: CountryScope, { from, before }: Period): Promise<PathologyCount[]> {
    return this.dataSource.query<PathologyCount[]>(
      `SELECT (array_agg(p.name ORDER BY p.created_at, p.id))[1] AS name, sum(t.cases)::float8 AS count
       FROM (
         SELECT pathology_id, sum(cases) AS cases
         FROM pathology_daily_count
         WHERE ($1 = '*' OR country = $1) AND day >= $2::date AND day < $3::date
         GROUP BY pathology_id
       ) t JOIN pathology p ON p.id = t.pathology_id
       GROUP BY p.key
       HAVING sum(t.cases) > 0
       ORDER BY count DESC, name`,
      [scope, from, before],
    );
  }
}
