import type { DataSource } from 'typeorm';
import { z } from 'zod';

const planSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Join Filter': z.number().default(0),
  get Plans() {
    return z.array(planSchema).optional();
  },
});

/** A node of the plan of a statement that has run. */
export type Plan = z.output<typeof planSchema>;

const explainedSchema = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) })]);

/** Runs a statement and returns its plan, with the rows that each node returned. */
export async function explain(
  dataSource: DataSource,
  sql: string,
  values: readonly unknown[],
): Promise<Plan> {
  const rows: unknown = await dataSource.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [...values]);
  const [{ 'QUERY PLAN': explained }] = explainedSchema.parse(rows);
  return explained[0].Plan;
}
