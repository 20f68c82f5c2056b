import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: z.string(),
  DATABASE_POOL_SIZE: z.coerce.number(),
  PORT: z.coerce.number(),
  OPENAI_BASE_URL: z.string().optional(),
});

/** The settings of a contestant's process. */
export type ContestantSettings = z.output<typeof schema>;

/** Reads the settings that the benchmark passes to a contestant. */
export function readSettings(): ContestantSettings {
  return schema.parse(process.env);
}
