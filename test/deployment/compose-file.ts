import { parse } from 'yaml';
import { z } from 'zod';
import { readText } from './checkout-file';

const serviceSchema = z.strictObject({
  image: z.string(),
  build: z.literal('.').optional(),
  pull_policy: z.literal('never').optional(),
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

/** Secrets as `docker/write-secrets.sh` writes them. */
export const SECRETS = {
  POSTGRES_PASSWORD: 'c2f1',
  DATABASE_OWNER_PASSWORD: '8b0a',
  DATABASE_APP_PASSWORD: '41d7',
  OAUTH_CLIENT_SECRET: '9e35',
  KEYCLOAK_ADMIN_PASSWORD: '07fc',
} as const;

/** Returns a service's variables: shell variables have their defaults, and required ones these secrets. */
export function variablesOf(
  { environment }: ComposeService,
  secrets: Readonly<Record<string, string>> = SECRETS,
): Record<string, string> {
  const replace = (value: string) =>
    value
      .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
      .replace(/\$\{(\w+):\?[^}]*\}/g, (_match, name: string) => secrets[name] ?? `no ${name}`);
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, replace(value)]));
}
