import { parse } from 'yaml';
import { z } from 'zod';
import { readText } from './checkout-file';

const serviceSchema = z.strictObject({
  image: z.string(),
  build: z.literal('.').optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.literal('CMD')], z.string()),
      interval: z.string(),
      timeout: z.string(),
      retries: z.int(),
      start_period: z.string().optional(),
    })
    .optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
    )
    .optional(),
  restart: z.enum(['no', 'unless-stopped']),
  stop_grace_period: z.string().optional(),
});

const composeSchema = z.strictObject({
  name: z.string(),
  services: z.strictObject({
    database: serviceSchema,
    keycloak: serviceSchema,
    migrate: serviceSchema,
    api: serviceSchema,
  }),
  volumes: z.record(z.string(), z.null()),
});

export type ComposeService = z.output<typeof serviceSchema>;

/** Reads the compose file. Throws if it has a key that the schema does not have. */
export function readComposeFile(): z.output<typeof composeSchema> {
  return composeSchema.parse(parse(readText('docker-compose.yml')));
}

/** Returns a service's variables, with defaults in place of the shell's variables. */
export function variablesOf({ environment }: ComposeService): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')]),
  );
}
