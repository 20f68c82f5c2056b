import { type Variables, list } from './setting-types';

/** What production refuses unless `ALLOW_IN_PRODUCTION` has it. */
const REFUSED_IN_PRODUCTION = [
  'database-owner',
  'database-superuser',
  'example-secrets',
  'http-portal',
  'http-public-url',
  'unencrypted-connections',
] as const;

type Refused = (typeof REFUSED_IN_PRODUCTION)[number];

const allowedInProduction = list.transform((texts, context) =>
  texts.flatMap((text) => {
    const refused = REFUSED_IN_PRODUCTION.find((known) => known === text);
    if (refused) return refused;
    const expected = new Intl.ListFormat('en', { type: 'disjunction' }).format(REFUSED_IN_PRODUCTION);
    context.addIssue({ code: 'custom', message: `"${text}": expected ${expected}` });
    return [];
  }),
);

export const productionSettings = {
  ALLOW_IN_PRODUCTION: allowedInProduction
    .prefault('')
    .describe(
      'what production does not refuse at start, separated by commas: `http-public-url`, `http-portal` (a portal’s address), `example-secrets`, `database-superuser`, `database-owner`, `unencrypted-connections` (to PostgreSQL, Redis, the mail server and the receiver of alerts); for trials on one machine',
    ),
} as const;

const PORTAL_URL = /^OAUTH_(?:ISSUER|\w+_URL)$/;
const SECRET = /_(?:SECRET|KEY|TOKEN|PASSWORD)$/;
const URLS = /_URLS?$/;
/** By setting, the protocol of its encrypted connections. */
const ENCRYPTED_PROTOCOLS: Readonly<Record<string, string>> = {
  ALERT_WEBHOOK_URL: 'https',
  REDIS_URL: 'rediss',
  SMTP_URL: 'smtps',
};
const DATABASE_URL = /^DATABASE_(?:\w+_)?URLS?$/;

/**
 * Public secrets: those of the realm of docker-compose.yml and of the embedded portal end with "-demo"; the documents cut theirs
 * with "…", which a URL encodes; the format of a database's URL has "password".
 */
const EXAMPLE_SECRET = /-demo$|(?:…|%E2%80%A6)$|^password$/;

/**
 * Yields what production refuses.
 * @param names of all settings
 */
export function* findProductionRisks(names: readonly string[], variables: Variables): Generator<string> {
  if (variables.NODE_ENV !== 'production') return;
  // Unknown names are reported by the setting's own check.
  const allowed = new Set<string>(list.safeParse(variables.ALLOW_IN_PRODUCTION ?? '').data);
  const exceptionOf = (risk: Refused) => `add ${risk} to ALLOW_IN_PRODUCTION`;
  for (const name of names) {
    const value = variables[name];
    if (value === undefined) continue;
    const httpRisk = findHttpRisk(name, value);
    if (httpRisk && !allowed.has(httpRisk))
      yield `${name}: http is not allowed in production: use https, or ${exceptionOf(httpRisk)}`;
    if (isUnencrypted(name, value) && !allowed.has('unencrypted-connections'))
      yield `${name}: a connection to another host must be encrypted in production: use ${ENCRYPTED_PROTOCOLS[name] ?? 'sslmode=verify-full'}, or ${exceptionOf('unencrypted-connections')}`;
    if (hasExampleSecret(name, value) && !allowed.has('example-secrets'))
      yield `${name}: this secret is an example, so it is public: use another one, or ${exceptionOf('example-secrets')}`;
  }
}

function findHttpRisk(name: string, value: string): Refused | undefined {
  const risk = name === 'PUBLIC_URL' ? 'http-public-url' : PORTAL_URL.test(name) ? 'http-portal' : undefined;
  return URL.canParse(value) && new URL(value).protocol === 'http:' ? risk : undefined;
}

function isUnencrypted(name: string, value: string): boolean {
  const encrypted = ENCRYPTED_PROTOCOLS[name];
  if (encrypted === undefined && !DATABASE_URL.test(name)) return false;
  return parseUrls(name, value).some(({ protocol, hostname, searchParams }) => {
    const isEncrypted =
      encrypted === undefined ? searchParams.get('sslmode') === 'verify-full' : protocol === `${encrypted}:`;
    return !isEncrypted && !isThisMachine(searchParams.get('host') ?? hostname);
  });
}

/** Parses the URLs of a setting. Only a list is split: a password may have commas. */
function parseUrls(name: string, value: string): URL[] {
  const texts = name.endsWith('_URLS') ? value.split(',').map((text) => text.trim()) : [value];
  return texts.filter((text) => URL.canParse(text)).map((text) => new URL(text));
}

/** Returns whether a host is this machine: a loopback address, or the folder of a socket. */
function isThisMachine(host: string): boolean {
  return (
    host === '' || /^(?:\/|%2f)/i.test(host) || /^(?:localhost|127(?:\.\d+){3}|\[::1\]|::1)$/i.test(host)
  );
}

function hasExampleSecret(name: string, value: string): boolean {
  if (SECRET.test(name)) return EXAMPLE_SECRET.test(value);
  return URLS.test(name) && parseUrls(name, value).some(({ password }) => EXAMPLE_SECRET.test(password));
}
