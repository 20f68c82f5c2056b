import { z } from 'zod';
import { ROLES } from '../access/role';
import { alertSettings, findUnmetAlertConditions } from './alert-settings';
import { auditSettings } from './audit-settings';
import { databaseLimitSettings } from './database-limit-settings';
import { limitSettings } from './limit-settings';
import { findUnmetMigrationConditions, migrationSettings } from './migration-settings';
import { findUnmetModelConditions, modelSettings } from './model-settings';
import { OperatorError } from './operator-error';
import { SIGNATURE_ALGORITHMS, findUnmetPortalConditions, portalSettings } from './portal-settings';
import { findProductionRisks, productionSettings } from './production-settings';
import { sessionSettings } from './session-settings';
import {
  type Variables,
  databaseUrl,
  databaseUrls,
  flag,
  integer,
  list,
  oneOf,
  origins,
  processCount,
  publicUrl,
} from './setting-types';
import { shutdownSettings } from './shutdown-settings';
import { telemetrySettings } from './telemetry-settings';
import { webSettings } from './web-settings';

/** All settings: type, default and description. A test compares the table in README.md with them. */
export const settings = {
  NODE_ENV: oneOf(['development', 'production', 'test'])
    .default('development')
    .describe('`production` starts no embedded services, and requires `PUBLIC_URL` and `CHATBOT_PROVIDER`'),
  HOST: z.string().optional().describe('address to listen on; all addresses if unset'),
  PORT: integer(0, 65_535).default(3000).describe('port of the API'),
  WEB_CONCURRENCY: processCount
    .prefault('1')
    .describe(
      'number of processes that serve the port, or `auto` for one per processor core; limits and the database pool are per process',
    ),
  KEEP_ALIVE_SECONDS: integer(1, 3_600)
    .default(65)
    .describe(
      'time after which an idle connection is closed; longer than the idle timeout of a load balancer',
    ),
  ...shutdownSettings,
  ...webSettings,
  ...productionSettings,
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('minimum level of log lines'),
  LOG_FORMAT: oneOf(['pretty', 'json'])
    .optional()
    .describe(
      '`pretty`, the default in development, writes one readable line for each event; production always writes `json`',
    ),
  VITE_ORIGIN: publicUrl
    .optional()
    .describe(
      'address of a Vite development server that serves the scripts of the pages; set by `npm run start:dev`, not allowed in production',
    ),
  DATABASE_URL: databaseUrl.describe('PostgreSQL 18; the embedded database if unset'),
  DATABASE_READ_URLS: databaseUrls
    .prefault('')
    .describe(
      'streaming replicas of the database, separated by commas: they run statistics and lists while they are up to date',
    ),
  DATABASE_POOL_SIZE: integer(1, 500)
    .default(20)
    .describe(
      'maximum number of pooled connections of each process, to the database and to each read replica; two more to the database run pipelined statements',
    ),
  DATABASE_TIMEOUT_MS: integer(100, 600_000)
    .default(10_000)
    .describe('time limit of a statement; a connection without a response for 1.5 times as long is closed'),
  ...databaseLimitSettings,
  ...migrationSettings,
  FEATURES: list
    .prefault('')
    .describe('additional features, separated by commas: packages, or paths of folders or files'),
  MIGRATE_ON_START: flag.default(false).describe('run outstanding migrations before listening'),
  CORS_ORIGINS: origins
    .prefault('')
    .describe(
      'origins of front ends that may call with the session cookie, separated by commas; they must be on the same site, because the cookie is SameSite=Lax',
    ),
  ...portalSettings,
  DEFAULT_ROLE: oneOf(ROLES).default('user').describe('role of accounts without a role in the portal'),
  ADMIN_EMAILS: list
    .transform((emails) => emails.map((email) => email.toLowerCase()))
    .prefault('')
    .describe(
      'verified e-mail addresses that get the role `admin` regardless of the portal, separated by commas; their countries are still those of the portal',
    ),
  LOGIN_ATTEMPTS_PER_MINUTE: integer(1, 100_000)
    .default(120)
    .describe('maximum logins per minute from one network address'),
  ...sessionSettings,
  ...modelSettings,
  ...limitSettings,
  ...auditSettings,
  ...alertSettings,
  ...telemetrySettings,
  CHATBOT_ANONYMOUS_RETENTION_DAYS: integer(1, 36_500)
    .default(30)
    .describe('time from the last message of an anonymous conversation to its deletion'),
  SMALL_COUNT_THRESHOLD: integer(0, 1_000)
    .refine((threshold) => threshold === 0 || threshold > 2, {
      error: 'expected 0, or 3 and more: what is under 2 can only be 1, so that withholding it would tell it',
    })
    .default(0)
    .describe(
      'exports suppress counts from 1 to below this value, and other counts that would reveal them; 0 suppresses nothing',
    ),
  DHIS2_MAPPING_FILE: z
    .string()
    .optional()
    .describe('JSON file with the data element of each pathology and the organisation unit of each country'),
  DHIS2_TOKEN: z.string().optional().describe('personal access token for `export:dhis2 --push`'),
  DHIS2_USERNAME: z.string().optional().describe('user name, instead of a token'),
  DHIS2_PASSWORD: z.string().optional().describe('password of `DHIS2_USERNAME`'),
  DHIS2_TIMEOUT_MS: integer(100, 3_600_000)
    .default(120_000)
    .describe('time limit of a request to the DHIS2 server'),
} as const;

const schema = z.object(settings);
const databaseSchema = schema.pick({
  DATABASE_URL: true,
  DATABASE_POOL_SIZE: true,
  DATABASE_TIMEOUT_MS: true,
  DATABASE_CONNECT_TIMEOUT_MS: true,
  DATABASE_LOCK_TIMEOUT_MS: true,
  DATABASE_ANSWER_TIMEOUT_MS: true,
  DATABASE_MIGRATION_URL: true,
  MIGRATION_LOCK_TIMEOUT_MS: true,
  ALLOW_NEWER_DATABASE: true,
  FEATURES: true,
});

const exportSchema = schema.pick({
  SMALL_COUNT_THRESHOLD: true,
  DHIS2_MAPPING_FILE: true,
  DHIS2_TOKEN: true,
  DHIS2_USERNAME: true,
  DHIS2_PASSWORD: true,
  DHIS2_TIMEOUT_MS: true,
});

/**
 * Yields the unmet conditions between settings. Reads the raw values, so that they are reported together with invalid
 * settings.
 */
function* findUnmetConditions(variables: Variables): Generator<string> {
  const production = variables.NODE_ENV === 'production';
  yield* findUnmetPortalConditions(variables);
  if (production && !variables.PUBLIC_URL) yield 'PUBLIC_URL: required in production';
  if (production && variables.VITE_ORIGIN) yield 'VITE_ORIGIN: not allowed in production';
  if (production && !variables.CHATBOT_PROVIDER) {
    yield 'CHATBOT_PROVIDER: required in production: openai or offline';
  }
  yield* findUnmetModelConditions(variables);
  yield* findUnmetMigrationConditions(variables);
  yield* findUnmetAlertConditions(variables);
  yield* findProductionRisks(Object.keys(settings), variables);
}

/** Adds the defaults that depend on other settings. */
function withDefaults(env: z.output<typeof schema>) {
  const defaultProvider = env.OPENAI_API_KEY || env.OPENAI_BASE_URL ? 'openai' : 'offline';
  const publicOrigin = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    ...env,
    LOG_FORMAT: logFormat(env),
    CHATBOT_PROVIDER: env.CHATBOT_PROVIDER ?? defaultProvider,
    PUBLIC_URL: publicOrigin,
    OAUTH_AUDIENCE: env.OAUTH_AUDIENCE ?? publicOrigin,
    OAUTH_TOKEN_ALGORITHMS: env.OAUTH_TOKEN_ALGORITHMS ?? SIGNATURE_ALGORITHMS,
  };
}

/** JSON in production, for log collectors, and in tests unless they set the format. */
function logFormat({ NODE_ENV, LOG_FORMAT }: z.output<typeof schema>): 'pretty' | 'json' {
  if (NODE_ENV === 'production') return 'json';
  return LOG_FORMAT ?? (NODE_ENV === 'development' ? 'pretty' : 'json');
}

/** The validated settings of the process, under the names of the variables. */
export type Environment = Readonly<ReturnType<typeof withDefaults>>;

/** The settings of processes that use only the database. */
export type DatabaseSettings = Readonly<z.output<typeof databaseSchema>>;

/** The settings of the exports. */
export type ExportSettings = Readonly<z.output<typeof exportSchema>>;

/** Settings are missing or invalid. The message lists all problems, one per line. */
export class EnvironmentError extends OperatorError {
  override name = 'EnvironmentError';
}

/**
 * Validates the settings and adds defaults. An empty variable counts as unset.
 * @throws EnvironmentError that lists all problems
 */
export function readEnvironment(variables: Variables): Environment {
  const present = withoutEmpty(variables);
  return withDefaults(unwrap(schema.safeParse(present, { reportInput: true }), findUnmetConditions(present)));
}

/**
 * Validates the settings of the database only, for migrations and commands. Production refuses for them what it refuses for the
 * platform.
 * @throws EnvironmentError that lists all problems
 */
export function readDatabaseSettings(variables: Variables): DatabaseSettings {
  const present = withoutEmpty(variables);
  const result = databaseSchema.safeParse(present, { reportInput: true });
  const risks = findProductionRisks(Object.keys(databaseSchema.shape), present);
  return unwrap(result, [...findUnmetMigrationConditions(present), ...risks]);
}

/**
 * Validates the settings of the exports only.
 * @throws EnvironmentError that lists all problems
 */
export function readExportSettings(variables: Variables): ExportSettings {
  return unwrap(exportSchema.safeParse(withoutEmpty(variables), { reportInput: true }));
}

/** Returns the environment variables of the process. No other code reads `process.env`. */
export function processEnvironment(): Variables {
  return process.env;
}

function withoutEmpty(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
}

function unwrap<Settings>(result: z.ZodSafeParseResult<Settings>, unmet: Iterable<string> = []): Settings {
  const invalid = (result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${messageOf(issue)}`);
  const problems = [...invalid, ...unmet];
  if (result.success && problems.length === 0) return result.data;
  throw new EnvironmentError(['Settings to mend:', ...problems].join('\n  '));
}

function messageOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.input === undefined ? 'required' : issue.message;
}
