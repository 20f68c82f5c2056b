import { z } from 'zod';
import { ROLES } from '../access/role';
import { findUnmetModelConditions, modelSettings } from './model-settings';
import { OperatorError } from './operator-error';
import {
  type Variables,
  flag,
  integer,
  list,
  oneOf,
  origins,
  publicUrl,
  roleMap,
  scopeMap,
  url,
} from './setting-types';

/** All settings: type, default and description. A test compares the table in README.md with them. */
export const settings = {
  NODE_ENV: oneOf(['development', 'production', 'test'])
    .default('development')
    .describe(
      '`production` never starts an embedded part, and insists on `PUBLIC_URL` and `CHATBOT_PROVIDER` too',
    ),
  HOST: z.string().optional().describe('address to listen on; all of them when unset'),
  PORT: integer(0, 65_535).default(3000).describe('port of the API'),
  PUBLIC_URL: publicUrl
    .optional()
    .describe(
      'origin that browsers use, for redirects and secure cookies; `http://localhost:$PORT` when unset, but required in production',
    ),
  TRUST_PROXY: integer(0, 10)
    .default(0)
    .describe('how many reverse proxies stand in front; their `X-Forwarded-For` is believed'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('least severe log line that is written'),
  LOG_FORMAT: oneOf(['pretty', 'json'])
    .optional()
    .describe(
      '`pretty` is one readable line for each event, and the default in development; production always has `json`',
    ),
  VITE_ORIGIN: publicUrl
    .optional()
    .describe(
      'address of a Vite development server, from which the pages load their scripts; `npm run start:dev` sets it, and production refuses it',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'expected postgres://user:password@host:port/database' })
    .describe('PostgreSQL 18; the embedded one when unset'),
  DATABASE_POOL_SIZE: integer(1, 500).default(20).describe('most connections to the database at once'),
  DATABASE_TIMEOUT_MS: integer(100, 600_000)
    .default(10_000)
    .describe('time for one statement; a database silent for half as long again is given up'),
  DATABASE_CONNECT_TIMEOUT_MS: integer(100, 600_000)
    .default(5_000)
    .describe('time to open a connection to the database, or to wait for a free one'),
  FEATURES: list
    .prefault('')
    .describe('further features, separated by commas: packages, or paths of folders and files'),
  MIGRATE_ON_START: flag.default(false).describe('run outstanding migrations before listening'),
  CORS_ORIGINS: origins
    .prefault('')
    .describe(
      'origins of front ends that may call with the cookie, separated by commas; the cookie is SameSite=Lax, so they must be of the same site',
    ),
  OAUTH_ISSUER: url.optional().describe('identity portal with OpenID discovery; the embedded one when unset'),
  OAUTH_AUTHORIZATION_URL: url.optional().describe('instead of discovery: where the browser is sent'),
  OAUTH_TOKEN_URL: url.optional().describe('instead of discovery: where codes are exchanged'),
  OAUTH_USERINFO_URL: url.optional().describe('instead of discovery: where the profile is read'),
  OAUTH_CLIENT_ID: z.string().describe('this platform’s client id at the portal'),
  OAUTH_CLIENT_SECRET: z.string().optional().describe('its secret; unset for a public client'),
  OAUTH_SCOPE: z.string().default('openid profile email').describe('scopes asked for, separated by spaces'),
  OAUTH_ROLE_CLAIM: z
    .string()
    .default('role')
    .describe('path of the role in the profile, such as `realm_access.roles`; a string or a list'),
  OAUTH_ROLE_MAP: roleMap
    .prefault('')
    .describe('the portal’s role names and ours: `clinician=doctor,moh=ministry`'),
  OAUTH_COUNTRY_CLAIM: z
    .string()
    .default('country')
    .describe('path of the country in the profile: ISO 3166-1 alpha-2, or `*` for all'),
  OAUTH_AUDIENCE: z
    .string()
    .optional()
    .describe('what access tokens of machines must name as their audience; `PUBLIC_URL` when unset'),
  OAUTH_SCOPE_MAP: scopeMap
    .prefault('')
    .describe(
      'the portal’s scopes and ours, for machines: `clinical.write=role:doctor,kenya=country:KE`; where it is set it alone counts',
    ),
  OAUTH_JWKS_URL: url
    .optional()
    .describe('instead of discovery: the keys that the portal signs access tokens with'),
  OAUTH_INTROSPECTION_URL: url
    .optional()
    .describe('instead of discovery: where the portal says what an opaque access token is'),
  OAUTH_PUBLIC_TOKEN_URL: url
    .optional()
    .describe(
      'where partners get access tokens, for the API’s documents, where it is another address than this platform uses',
    ),
  OAUTH_CLOCK_SKEW_SECONDS: integer(0, 300)
    .default(30)
    .describe('how far the portal’s clock may be off when a token’s times are checked'),
  DEFAULT_ROLE: oneOf(ROLES).default('user').describe('role of an account to which the portal gives none'),
  ADMIN_EMAILS: list
    .transform((emails) => emails.map((email) => email.toLowerCase()))
    .prefault('')
    .describe('verified addresses that are administrators whatever the portal says, separated by commas'),
  LOGIN_ATTEMPTS_PER_MINUTE: integer(1, 100_000)
    .default(120)
    .describe('logins a minute that one address may begin'),
  SESSION_ABSOLUTE_MINUTES: integer(1, 43_200).default(720).describe('a session ends this long after login'),
  SESSION_IDLE_MINUTES: integer(1, 43_200)
    .default(120)
    .describe('a session ends after this long without a call'),
  ...modelSettings,
  CHATBOT_ANONYMOUS_PER_MINUTE: integer(1, 100_000)
    .default(60)
    .describe('messages a minute from one address without a session'),
  CHATBOT_ANONYMOUS_CONCURRENCY: integer(1, 10_000)
    .default(20)
    .describe(
      'replies being written at once for callers without a session; a quarter of them for one network',
    ),
  CHATBOT_ACCOUNT_CONCURRENCY: integer(1, 10_000)
    .default(50)
    .describe('replies being written at once for one account'),
  STREAMS_PER_ADDRESS: integer(1, 100_000)
    .default(100)
    .describe('subscriptions open at once from one address'),
  CHATBOT_ANONYMOUS_RETENTION_DAYS: integer(1, 36_500)
    .default(30)
    .describe('conversations without a session are deleted this long after their last message'),
  SMALL_COUNT_THRESHOLD: integer(0, 1_000)
    .refine((threshold) => threshold === 0 || threshold > 2, {
      error: 'expected 0, or 3 and more: what is under 2 can only be 1, so that withholding it would tell it',
    })
    .default(0)
    .describe(
      'exports withhold counts from 1 to less than this, and further ones that would give them away; 0 withholds nothing',
    ),
  DHIS2_MAPPING_FILE: z
    .string()
    .optional()
    .describe(
      'JSON file that names the data element of each pathology and the organisation unit of each country',
    ),
  DHIS2_TOKEN: z.string().optional().describe('personal access token that `export:dhis2 --push` presents'),
  DHIS2_USERNAME: z.string().optional().describe('instead of a token: user that it signs in as'),
  DHIS2_PASSWORD: z.string().optional().describe('that user’s password'),
  DHIS2_TIMEOUT_MS: integer(100, 3_600_000)
    .default(120_000)
    .describe('time for one answer of the DHIS2 server'),
} as const;

const schema = z.object(settings);
const databaseSchema = schema.pick({
  DATABASE_URL: true,
  DATABASE_POOL_SIZE: true,
  DATABASE_TIMEOUT_MS: true,
  DATABASE_CONNECT_TIMEOUT_MS: true,
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

/** Yields the conditions between settings that are not met. Reads the raw values, so that they are reported with all others. */
function* findUnmetConditions(variables: Variables): Generator<string> {
  const production = variables.NODE_ENV === 'production';
  const endpoints = ['OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL', 'OAUTH_USERINFO_URL'];
  if (!variables.OAUTH_ISSUER && !endpoints.every((name) => variables[name])) {
    yield 'OAUTH_ISSUER: required, or all of OAUTH_AUTHORIZATION_URL, OAUTH_TOKEN_URL and OAUTH_USERINFO_URL';
  }
  if (!variables.OAUTH_ISSUER && variables.OAUTH_JWKS_URL) {
    yield 'OAUTH_ISSUER: required with OAUTH_JWKS_URL: access tokens name their issuer';
  }
  if (production && !variables.PUBLIC_URL) yield 'PUBLIC_URL: required in production';
  if (production && variables.VITE_ORIGIN) yield 'VITE_ORIGIN: not allowed in production';
  if (production && !variables.CHATBOT_PROVIDER) {
    yield 'CHATBOT_PROVIDER: required in production: openai or offline';
  }
  yield* findUnmetModelConditions(variables);
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
 * Validates the settings of the database only.
 * @throws EnvironmentError that lists all problems
 */
export function readDatabaseSettings(variables: Variables): DatabaseSettings {
  return unwrap(databaseSchema.safeParse(withoutEmpty(variables), { reportInput: true }));
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
