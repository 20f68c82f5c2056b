import { readDatabaseSettings, readEnvironment } from '../../../src/platform/config/environment';
import { NO_ISSUER, PRODUCTION, REQUIRED, findProblems } from './find-problems';

const ENDPOINTS = {
  OAUTH_AUTHORIZATION_URL: 'https://portal.example/authorize',
  OAUTH_TOKEN_URL: 'https://portal.example/token',
  OAUTH_USERINFO_URL: 'https://portal.example/userinfo',
};

const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

describe('settings', () => {
  it('have defaults for all that are not required', () => {
    const environment = readEnvironment(REQUIRED);
    expect(environment).toEqual({
      ...REQUIRED,
      NODE_ENV: 'development',
      PORT: 3000,
      WEB_CONCURRENCY: 1,
      KEEP_ALIVE_SECONDS: 65,
      SHUTDOWN_DELAY_SECONDS: 0,
      PUBLIC_URL: 'http://localhost:3000',
      TRUST_PROXY: 0,
      TRUSTED_PROXIES: [],
      ALLOW_IN_PRODUCTION: [],
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'pretty',
      DATABASE_READ_URLS: [],
      DATABASE_POOL_SIZE: 20,
      DATABASE_TIMEOUT_MS: 10_000,
      DATABASE_CONNECT_TIMEOUT_MS: 1_000,
      DATABASE_LOCK_TIMEOUT_MS: 800,
      DATABASE_ANSWER_TIMEOUT_MS: 1_500,
      MIGRATION_LOCK_TIMEOUT_MS: 500,
      ALLOW_NEWER_DATABASE: false,
      FEATURES: [],
      MIGRATE_ON_START: false,
      CORS_ORIGINS: [],
      OAUTH_SCOPE: 'openid profile email',
      OAUTH_ROLE_CLAIM: 'role',
      OAUTH_ROLE_MAP: new Map(),
      OAUTH_COUNTRY_CLAIM: 'country',
      OAUTH_AUDIENCE: 'http://localhost:3000',
      OAUTH_SCOPE_MAP: new Map(),
      OAUTH_CLOCK_SKEW_SECONDS: 30,
      OAUTH_TOKEN_MAX_DAYS: 30,
      OAUTH_TOKEN_ALGORITHMS: ALGORITHMS,
      OAUTH_ACR_VALUES: [],
      DEFAULT_ROLE: 'user',
      ADMIN_EMAILS: [],
      LOGIN_ATTEMPTS_PER_MINUTE: 120,
      SESSION_ABSOLUTE_MINUTES: 720,
      SESSION_IDLE_MINUTES: 120,
      SESSIONS_PER_ACCOUNT: 10,
      CHATBOT_PROVIDER: 'offline',
      OPENAI_MODEL: expect.any(String) as unknown,
      OPENAI_TIMEOUT_MS: 10_000,
      OPENAI_MAX_RETRIES: 1,
      CHATBOT_DEADLINE_MS: 20_000,
      CHATBOT_MAX_REPLY_TOKENS: 800,
      CHATBOT_HISTORY_MESSAGES: 20,
      CHATBOT_ANONYMOUS_PER_MINUTE: 60,
      CHATBOT_ANONYMOUS_CONCURRENCY: 20,
      CHATBOT_ACCOUNT_CONCURRENCY: 50,
      STREAMS_PER_ADDRESS: 100,
      CONNECTIONS_PER_ADDRESS: 6_000,
      MAX_CONNECTIONS: 20_000,
      METRICS_HOST: '127.0.0.1',
      OTEL_SERVICE_NAME: 'health-platform',
      OTEL_TRACES_SAMPLER_ARG: 1,
      CHATBOT_ANONYMOUS_RETENTION_DAYS: 30,
      SMALL_COUNT_THRESHOLD: 0,
      PATIENT_RETENTION_YEARS: new Map(),
      ALERT_EMAIL_TO: [],
      ALERT_EMAIL_LANGUAGE: 'en',
      DHIS2_TIMEOUT_MS: 120_000,
    });
  });

  it('are parsed to their types', () => {
    const environment = readEnvironment({
      ...REQUIRED,
      PORT: '8080',
      PUBLIC_URL: 'https://health.example/',
      MIGRATE_ON_START: 'true',
      CORS_ORIGINS: ' https://a.example , https://b.example:8443,',
      OAUTH_ROLE_MAP: 'clinician=doctor, moh = ministry',
      OAUTH_SCOPE_MAP: 'clinical.write=role:doctor, https://x.example/?a=b=country:*',
      ADMIN_EMAILS: 'Amina@Example.org',
    });
    expect(environment).toMatchObject({
      PORT: 8080,
      PUBLIC_URL: 'https://health.example',
      MIGRATE_ON_START: true,
      CORS_ORIGINS: ['https://a.example', 'https://b.example:8443'],
      ADMIN_EMAILS: ['amina@example.org'],
    });
    expect([...environment.OAUTH_ROLE_MAP]).toEqual([
      ['clinician', 'doctor'],
      ['moh', 'ministry'],
    ]);
    expect([...environment.OAUTH_SCOPE_MAP]).toEqual([
      ['clinical.write', 'role:doctor'],
      ['https://x.example/?a=b', 'country:*'],
    ]);
  });

  it('take read replicas as a list of different databases, and do not quote their passwords', () => {
    const [first, second] = ['postgres://a:secret@one/db', 'postgres://a:secret@two/db'];
    const problemsOf = (DATABASE_READ_URLS: string) => findProblems({ ...REQUIRED, DATABASE_READ_URLS });
    expect(
      readEnvironment({ ...REQUIRED, DATABASE_READ_URLS: `${first}, ${second}` }).DATABASE_READ_URLS,
    ).toEqual([first, second]);
    expect(problemsOf(`${first},mysql://a:secret@two/db`)).toEqual([
      'DATABASE_READ_URLS.1: expected postgres://user:password@host:port/database',
    ]);
    for (const same of [first, 'postgres://b:other@one/db', `${first}?sslmode=require`])
      expect(problemsOf(`${first},${same}`)).toEqual(['DATABASE_READ_URLS: expected each database once']);
  });

  it('default OAUTH_AUDIENCE to PUBLIC_URL', () => {
    const PUBLIC_URL = 'https://health.example/';
    expect(readEnvironment({ ...REQUIRED, PUBLIC_URL }).OAUTH_AUDIENCE).toBe('https://health.example');
    expect(readEnvironment({ ...REQUIRED, PUBLIC_URL, OAUTH_AUDIENCE: 'api' }).OAUTH_AUDIENCE).toBe('api');
  });

  it('take OAUTH_ACR_VALUES as words, for which ID tokens and their keys are needed', () => {
    const acr = { OAUTH_ACR_VALUES: ' gold  https://refeds.org/profile/mfa ' };
    const values = ['gold', 'https://refeds.org/profile/mfa'];
    expect(readEnvironment({ ...REQUIRED, ...acr }).OAUTH_ACR_VALUES).toEqual(values);
    expect(findProblems({ ...REQUIRED, ...acr, OAUTH_SCOPE: 'profile email' })).toEqual([
      'OAUTH_SCOPE: openid is required with OAUTH_ACR_VALUES: an ID token proves them',
    ]);
    expect(findProblems({ ...REQUIRED, ...ENDPOINTS, ...acr })).toEqual([
      'OAUTH_JWKS_URL: required with OAUTH_ACR_VALUES if there is no discovery',
    ]);
    const OAUTH_JWKS_URL = 'https://portal.example/jwks';
    expect(findProblems({ ...REQUIRED, ...ENDPOINTS, ...acr, OAUTH_JWKS_URL })).toEqual([]);
  });

  it('default PUBLIC_URL to localhost with PORT', () => {
    expect(readEnvironment({ ...REQUIRED, PORT: '4100' }).PUBLIC_URL).toBe('http://localhost:4100');
  });

  it('count as unset if they are empty', () => {
    const empty = { PORT: '', OAUTH_CLIENT_SECRET: '', OPENAI_API_KEY: '', PUBLIC_URL: '', LOG_LEVEL: '' };
    expect(readEnvironment({ ...REQUIRED, ...empty })).toEqual(readEnvironment(REQUIRED));
    expect(findProblems({ ...REQUIRED, DATABASE_URL: '' })).toEqual(['DATABASE_URL: required']);
  });

  it('do not include other variables', () => {
    expect(readEnvironment({ ...REQUIRED, PATH: '/bin' })).not.toHaveProperty('PATH');
  });
});

describe('PUBLIC_URL', () => {
  it.each([
    ['https://health.example/', 'https://health.example'],
    ['HTTPS://Health.Example:443', 'https://health.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
  ])('is normalized to an origin: %s', (value, origin) => {
    expect(readEnvironment({ ...REQUIRED, PUBLIC_URL: value }).PUBLIC_URL).toBe(origin);
  });
});

describe('the settings of the database', () => {
  const { DATABASE_URL } = REQUIRED;

  it('can be read without the other settings', () => {
    expect(readDatabaseSettings({ DATABASE_URL, NODE_ENV: 'production', PORT: 'abc' })).toEqual({
      DATABASE_URL,
      DATABASE_POOL_SIZE: 20,
      DATABASE_TIMEOUT_MS: 10_000,
      DATABASE_CONNECT_TIMEOUT_MS: 1_000,
      DATABASE_LOCK_TIMEOUT_MS: 800,
      DATABASE_ANSWER_TIMEOUT_MS: 1_500,
      MIGRATION_LOCK_TIMEOUT_MS: 500,
      ALLOW_NEWER_DATABASE: false,
      FEATURES: [],
    });
  });

  it('require a role in DATABASE_URL if migrations have one of their own', () => {
    const roles = { DATABASE_URL: 'postgres://db.example/platform', DATABASE_MIGRATION_URL: DATABASE_URL };
    const problem =
      'DATABASE_URL: its role is required with DATABASE_MIGRATION_URL, because migrations give it its privileges';
    expect(findProblems(roles, readDatabaseSettings)).toEqual([problem]);
    expect(findProblems({ ...REQUIRED, ...roles })).toEqual([problem]);
    expect(findProblems({ DATABASE_URL: roles.DATABASE_URL }, readDatabaseSettings)).toEqual([]);
  });

  it.each(['DATABASE_URL', 'DATABASE_MIGRATION_URL'])(
    'are refused in production if the connection of %s is not encrypted or its password is an example',
    (name) => {
      const problemsOf = (url: string, more: Readonly<Record<string, string>> = {}) =>
        findProblems({ DATABASE_URL, NODE_ENV: 'production', [name]: url, ...more }, readDatabaseSettings);
      const open = 'postgres://owner:secret@db.example:5432/platform';
      const refused = `${name}: a connection to another host must be encrypted in production: use sslmode=verify-full, or add unencrypted-connections to ALLOW_IN_PRODUCTION`;
      expect(problemsOf(open)).toEqual([refused]);
      expect(problemsOf(open, { ALLOW_IN_PRODUCTION: 'example-secrets' })).toEqual([refused]);
      expect(problemsOf(open, { ALLOW_IN_PRODUCTION: 'unencrypted-connections' })).toEqual([]);
      expect(problemsOf(open, { NODE_ENV: 'development' })).toEqual([]);
      expect(problemsOf(`${open}?sslmode=verify-full`)).toEqual([]);
      expect(problemsOf('postgres://owner:health-demo@localhost/platform')).toEqual([
        `${name}: this secret is an example, so it is public: use another one, or add example-secrets to ALLOW_IN_PRODUCTION`,
      ]);
    },
  );

  it('report each missing or invalid setting', () => {
    expect(findProblems({}, readDatabaseSettings)).toEqual(['DATABASE_URL: required']);
    expect(findProblems({ DATABASE_URL: '', DATABASE_POOL_SIZE: '0' }, readDatabaseSettings)).toEqual([
      'DATABASE_URL: required',
      'DATABASE_POOL_SIZE: expected a whole number from 1 to 500',
    ]);
  });
});

describe('the check of the settings', () => {
  it('reports each missing setting', () => {
    expect(findProblems({})).toEqual([
      'DATABASE_URL: required',
      'OAUTH_CLIENT_ID: required',
      `OAUTH_ISSUER: ${NO_ISSUER}`,
    ]);
  });

  it('reports each missing setting that is required only in production', () => {
    expect(findProblems({ NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL: required',
      'OAUTH_CLIENT_ID: required',
      `OAUTH_ISSUER: ${NO_ISSUER}`,
      'PUBLIC_URL: required in production',
      'CHATBOT_PROVIDER: required in production: openai or offline',
    ]);
  });

  it.each(Object.keys(PRODUCTION).filter((name) => name !== 'NODE_ENV'))(
    'reports in production that %s is missing',
    (name) => {
      const problems = findProblems({ ...PRODUCTION, [name]: undefined });
      expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name}: required`))]);
    },
  );

  it('refuses VITE_ORIGIN in production', () => {
    expect(findProblems({ ...PRODUCTION, VITE_ORIGIN: 'http://localhost:5173' })).toEqual([
      'VITE_ORIGIN: not allowed in production',
    ]);
  });

  it('accepts complete settings in production', () => {
    expect(findProblems(PRODUCTION)).toEqual([]);
  });

  it('accepts three endpoints of a portal instead of its issuer', () => {
    expect(findProblems({ ...REQUIRED, OAUTH_ISSUER: undefined, ...ENDPOINTS })).toEqual([]);
  });

  it('requires OAUTH_ISSUER with OAUTH_JWKS_URL', () => {
    const keys = { OAUTH_JWKS_URL: 'https://portal.example/jwks' };
    expect(findProblems({ ...REQUIRED, ...keys })).toEqual([]);
    expect(findProblems({ ...REQUIRED, OAUTH_ISSUER: undefined, ...ENDPOINTS, ...keys })).toEqual([
      'OAUTH_ISSUER: required with OAUTH_JWKS_URL: access tokens name their issuer',
    ]);
  });

  it.each(Object.keys(ENDPOINTS))('refuses two of the three endpoints without %s', (name) => {
    const problems = findProblems({ ...REQUIRED, OAUTH_ISSUER: undefined, ...ENDPOINTS, [name]: undefined });
    expect(problems).toEqual([`OAUTH_ISSUER: ${NO_ISSUER}`]);
  });

  it('requires a key or a base URL for CHATBOT_PROVIDER=openai', () => {
    const openai = { ...PRODUCTION, CHATBOT_PROVIDER: 'openai' };
    expect(findProblems(openai)).toEqual([
      'OPENAI_API_KEY: required with CHATBOT_PROVIDER=openai, unless OPENAI_BASE_URL names a server of your own',
    ]);
    expect(findProblems({ ...openai, OPENAI_API_KEY: 'sk-1' })).toEqual([]);
    expect(findProblems({ ...openai, OPENAI_BASE_URL: 'http://model.example/v1' })).toEqual([]);
  });

  it('defaults CHATBOT_PROVIDER to openai outside production if a key or a base URL is set', () => {
    for (const setting of [{ OPENAI_API_KEY: 'sk-1' }, { OPENAI_BASE_URL: 'http://model.example' }])
      expect(readEnvironment({ ...REQUIRED, ...setting }).CHATBOT_PROVIDER).toBe('openai');
  });
});
