import { z } from 'zod';

const VARIABLE = 'TEST_PORTAL';

const portalSchema = z.object({ issuer: z.string(), clientId: z.string(), clientSecret: z.string() });

/** Where this run's identity portal is, and what an application needs to use it. */
export type TestPortal = z.output<typeof portalSchema>;

/** Tells the test processes; Jest passes the setup's variables on to them. */
export function publishPortal({ issuer, clientId, clientSecret }: TestPortal): void {
  process.env[VARIABLE] = JSON.stringify({ issuer, clientId, clientSecret });
}

export function testPortal(): TestPortal {
  return portalSchema.parse(JSON.parse(process.env[VARIABLE] ?? 'null'));
}
