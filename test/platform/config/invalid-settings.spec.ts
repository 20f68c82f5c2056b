import { NO_ISSUER, PRODUCTION, REQUIRED, findProblems } from './find-problems';

describe('an invalid setting', () => {
  const HTTP = 'expected an http or https URL';
  const ORIGIN = 'expected an origin such as https://health.example.org, without a path';
  const CORS_ORIGIN = 'expected an origin such as https://app.example.org';
  const SCOPES =
    'expected portal-scope=our-scope, ours being role:doctor and the like, country:KE and the like, and country:*';
  const PAIR = 'expected portal-role=our-role, our roles being admin, ministry, doctor, pharmacist, user';

  it.each([
    ['NODE_ENV', 'staging', 'expected development, production, or test'],
    ['PORT', 'abc', 'expected a whole number from 0 to 65535'],
    ['PORT', '70000', 'expected a whole number from 0 to 65535'],
    ['PORT', '-1', 'expected a whole number from 0 to 65535'],
    ['PORT', '80.5', 'expected a whole number from 0 to 65535'],
    ['PORT', '0x50', 'expected a whole number from 0 to 65535'],
    ['PORT', ' ', 'expected a whole number from 0 to 65535'],
    ['DATABASE_POOL_SIZE', '0', 'expected a whole number from 1 to 500'],
    ['DATABASE_TIMEOUT_MS', '99', 'expected a whole number from 100 to 600000'],
    ['DATABASE_CONNECT_TIMEOUT_MS', '99', 'expected a whole number from 100 to 600000'],
    ['CHATBOT_ANONYMOUS_PER_MINUTE', '1e9', 'expected a whole number from 1 to 100000'],
    ['LOG_LEVEL', 'loud', 'expected trace, debug, info, warn, error, fatal, or silent'],
    ['LOG_FORMAT', 'xml', 'expected pretty or json'],
    ['DEFAULT_ROLE', 'root', 'expected admin, ministry, doctor, pharmacist, or user'],
    ['CHATBOT_PROVIDER', 'gpt', 'expected openai or offline'],
    ['MIGRATE_ON_START', 'yes', 'expected true or false'],
    ['DATABASE_MIGRATION_URL', 'db.example', 'expected postgres://user:password@host:port/database'],
    ['MIGRATION_LOCK_TIMEOUT_MS', '9', 'expected a whole number from 10 to 600000'],
    ['ALLOW_NEWER_DATABASE', 'yes', 'expected true or false'],
    ['DATABASE_URL', 'mysql://db.example/x', 'expected postgres://user:password@host:port/database'],
    ['DATABASE_URL', 'db.example', 'expected postgres://user:password@host:port/database'],
    ['OAUTH_ISSUER', 'ftp://portal.example', HTTP],
    ['OPENAI_BASE_URL', 'model.example', HTTP],
    ['PUBLIC_URL', 'localhost:3000', HTTP],
    ['PUBLIC_URL', 'ftp://health.example', HTTP],
    ['PUBLIC_URL', 'https://health.example/?a=1', ORIGIN],
    ['PUBLIC_URL', 'https://health.example/#a', ORIGIN],
    ['PUBLIC_URL', 'https://example.org/health', ORIGIN],
    ['PUBLIC_URL', 'https://amina:secret@health.example', ORIGIN],
    ['CORS_ORIGINS', 'app.example', `"app.example": ${CORS_ORIGIN}`],
    ['CORS_ORIGINS', 'https://a.example/', `"https://a.example/": ${CORS_ORIGIN}`],
    ['CORS_ORIGINS', '*', `"*": ${CORS_ORIGIN}`],
    ['OAUTH_ROLE_MAP', 'clinician', `"clinician": ${PAIR}`],
    ['OAUTH_ROLE_MAP', 'clinician=surgeon', `"clinician=surgeon": ${PAIR}`],
    ['OAUTH_ROLE_MAP', '=doctor', `"=doctor": ${PAIR}`],
    ['OAUTH_ROLE_MAP', 'a=doctor=user', `"a=doctor=user": ${PAIR}`],
    ['OAUTH_SCOPE_MAP', 'clinical', `"clinical": ${SCOPES}`],
    ['OAUTH_SCOPE_MAP', 'clinical=doctor', `"clinical=doctor": ${SCOPES}`],
    ['OAUTH_SCOPE_MAP', 'clinical=role:surgeon', `"clinical=role:surgeon": ${SCOPES}`],
    ['OAUTH_SCOPE_MAP', 'kenya=country:KEN', `"kenya=country:KEN": ${SCOPES}`],
    ['OAUTH_SCOPE_MAP', 'nowhere=country:ZZ', `"nowhere=country:ZZ": ${SCOPES}`],
    ['OAUTH_SCOPE_MAP', '=role:doctor', `"=role:doctor": ${SCOPES}`],
    ['OAUTH_SCOPE_MAP', 'two words=role:doctor', `"two words=role:doctor": ${SCOPES}`],
    ['OAUTH_JWKS_URL', 'portal.example/jwks', HTTP],
    ['OAUTH_INTROSPECTION_URL', 'file:///etc/passwd', HTTP],
    ['OAUTH_PUBLIC_TOKEN_URL', 'portal', HTTP],
    ['OAUTH_CLOCK_SKEW_SECONDS', '301', 'expected a whole number from 0 to 300'],
    ['OAUTH_TOKEN_MAX_DAYS', '0', 'expected a whole number from 1 to 3650'],
    ['OAUTH_TOKEN_ALGORITHMS', ',', 'expected at least one algorithm'],
    ['OAUTH_ACR_VALUES', ' ', 'expected at least one value'],
    ['SESSIONS_PER_ACCOUNT', '0', 'expected a whole number from 1 to 1000'],
  ])('is reported with the expected value: %s=%s', (name, value, message) => {
    expect(findProblems({ ...REQUIRED, [name]: value })).toEqual([`${name}: ${message}`]);
  });

  it.each(['HS256', 'none', 'es256', 'RSA-OAEP'])(
    'is reported if OAUTH_TOKEN_ALGORITHMS has %s, which is no asymmetric algorithm of signatures',
    (name) => {
      const OAUTH_TOKEN_ALGORITHMS = `ES256,${name}`;
      expect(findProblems({ ...REQUIRED, OAUTH_TOKEN_ALGORITHMS })).toEqual([
        'OAUTH_TOKEN_ALGORITHMS.1: expected RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, or Ed25519',
      ]);
    },
  );

  it('is reported together with all others, one per line', () => {
    const problems = findProblems({
      ...PRODUCTION,
      PUBLIC_URL: undefined,
      CHATBOT_PROVIDER: undefined,
      OAUTH_ISSUER: undefined,
      PORT: 'abc',
      OAUTH_ROLE_MAP: 'a,b=user,c',
    });
    expect(problems).toEqual([
      'PORT: expected a whole number from 0 to 65535',
      `OAUTH_ROLE_MAP: "a": ${PAIR}`,
      `OAUTH_ROLE_MAP: "c": ${PAIR}`,
      `OAUTH_ISSUER: ${NO_ISSUER}`,
      'PUBLIC_URL: required in production',
      'CHATBOT_PROVIDER: required in production: openai or offline',
    ]);
  });

  it('is reported without its value, which can be secret', () => {
    const problems = findProblems({
      ...REQUIRED,
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      OPENAI_BASE_URL: 'sk-hunter2',
    });
    expect(problems.join()).not.toContain('hunter2');
  });
});

describe('the settings of messages about alerts', () => {
  const smtp = { ALERT_EMAIL_FROM: 'a@health.example', SMTP_URL: 'smtps://mail.example' };
  const webhook = 'https://alerts.example/new';

  it.each([
    [{ ALERT_EMAIL_TO: 'a@health.example' }, ['ALERT_EMAIL_FROM', 'SMTP_URL']],
    [{ ALERT_EMAIL_TO: 'a@health.example, nobody', ...smtp }, ['ALERT_EMAIL_TO']],
    [{ ALERT_EMAIL_TO: 'a@health.example', ...smtp, SMTP_URL: 'mail.example' }, ['SMTP_URL']],
    [{ ALERT_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}` }, ['ALERT_WEBHOOK_URL']],
    [{ ALERT_WEBHOOK_URL: webhook, ALERT_WEBHOOK_SECRET: 'short' }, ['ALERT_WEBHOOK_SECRET']],
    [{ ALERT_WEBHOOK_URL: 'alerts.example' }, ['ALERT_WEBHOOK_URL']],
    [{ ALERT_EMAIL_TO: 'a@health.example,b@health.example', ...smtp }, []],
    [{ ALERT_WEBHOOK_URL: webhook, ALERT_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}` }, []],
  ])('%j: %j', (variables, names) => {
    const problems = findProblems({ ...REQUIRED, ...variables });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(names);
  });
});
