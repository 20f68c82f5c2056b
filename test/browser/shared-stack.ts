import { z } from 'zod';

const VARIABLE = 'TEST_STACK';

const stackSchema = z.object({ baseUrl: z.string(), databaseUrl: z.string() });

/** Where the stack of this run is, and its database. */
export type SharedStack = z.output<typeof stackSchema>;

/** Tells the test processes; Jest passes the setup's variables on to them. */
export function publishStack(stack: SharedStack): void {
  process.env[VARIABLE] = JSON.stringify(stack);
}

export function sharedStack(): SharedStack {
  return stackSchema.parse(JSON.parse(process.env[VARIABLE] ?? 'null'));
}
