import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../../dev/checkout';
import { accounts } from '../../../dev/portal/accounts';
import { machines } from '../../../dev/portal/machines';
import { readRealm } from '../../deployment/realm-file';
import { PRODUCTION, findProblems } from './find-problems';

type Variables = Readonly<Record<string, string>>;

const HTTP = (part: string) =>
  `http is not allowed in production: use https, or add ${part} to ALLOW_IN_PRODUCTION`;
const EXAMPLE =
  'this secret is an example, so it is public: use another one, or add example-secrets to ALLOW_IN_PRODUCTION';

const problemsOf = (variables: Variables) => findProblems({ ...PRODUCTION, ...variables });

describe('a production with http addresses', () => {
  const PORTAL = {
    OAUTH_AUTHORIZATION_URL: 'http://portal.example/authorize',
    OAUTH_TOKEN_URL: 'http://portal.example/token',
    OAUTH_USERINFO_URL: 'HTTP://portal.example/userinfo',
    OAUTH_JWKS_URL: 'http://portal.example/jwks',
    OAUTH_INTROSPECTION_URL: 'http://portal.example/introspection',
    OAUTH_PUBLIC_TOKEN_URL: 'http://portal.example/token',
  };

  it('is refused for PUBLIC_URL', () => {
    expect(problemsOf({ PUBLIC_URL: 'http://health.example' })).toEqual([
      `PUBLIC_URL: ${HTTP('http-public-url')}`,
    ]);
  });

  it('is refused for the issuer', () => {
    expect(problemsOf({ OAUTH_ISSUER: 'http://portal.example' })).toEqual([
      `OAUTH_ISSUER: ${HTTP('http-portal')}`,
    ]);
  });

  it('is refused on this machine too', () => {
    expect(problemsOf({ PUBLIC_URL: 'http://localhost:3000' })).toHaveLength(1);
    expect(problemsOf({ OAUTH_ISSUER: 'http://127.0.0.1:8080' })).toHaveLength(1);
  });

  it('is refused for each address of the portal', () => {
    expect(problemsOf(PORTAL)).toEqual(Object.keys(PORTAL).map((name) => `${name}: ${HTTP('http-portal')}`));
  });

  it('is allowed if ALLOW_IN_PRODUCTION has it, each by itself', () => {
    const variables = {
      ...PORTAL,
      PUBLIC_URL: 'http://health.example',
      OAUTH_ISSUER: 'http://portal.example',
    };
    expect(problemsOf({ ...variables, ALLOW_IN_PRODUCTION: 'http-public-url, http-portal' })).toEqual([]);
    expect(problemsOf({ ...variables, ALLOW_IN_PRODUCTION: 'http-portal' })).toEqual([
      `PUBLIC_URL: ${HTTP('http-public-url')}`,
    ]);
    expect(problemsOf({ ...variables, ALLOW_IN_PRODUCTION: 'http-public-url' })).toHaveLength(7);
    expect(
      problemsOf({ ...variables, ALLOW_IN_PRODUCTION: 'example-secrets,database-superuser' }),
    ).toHaveLength(8);
  });

  it('is allowed outside production', () => {
    for (const NODE_ENV of ['development', 'test'])
      expect(problemsOf({ ...PORTAL, PUBLIC_URL: 'http://health.example', NODE_ENV })).toEqual([]);
  });

  it('reports an address that is no URL only once', () => {
    expect(problemsOf({ PUBLIC_URL: 'http://', OAUTH_ISSUER: 'portal' })).toHaveLength(2);
  });
});

describe('a production with example secrets', () => {
  const database = (password: string) =>
    `postgres://platform:${password}@db.example:5432/platform?sslmode=verify-full`;

  it.each([
    ['OAUTH_CLIENT_SECRET', 'health-platform-demo'],
    ['DATABASE_URL', database('health-demo')],
    ['DATABASE_URL', database('password')],
    ['DATABASE_URL', database('a,health-demo')],
    ['DATABASE_READ_URLS', `postgres://a:one@replica/b?sslmode=verify-full,${database('health-demo')}`],
    ['OPENAI_API_KEY', 'sk-…'],
    ['DHIS2_TOKEN', 'd2pat_…'],
    ['DHIS2_PASSWORD', 'admin-demo'],
  ])('is refused for %s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toEqual([`${name}: ${EXAMPLE}`]);
    expect(problemsOf({ [name]: value, ALLOW_IN_PRODUCTION: 'example-secrets' })).toEqual([]);
    expect(problemsOf({ [name]: value, ALLOW_IN_PRODUCTION: 'http-portal' })).toEqual(problems);
    expect(problemsOf({ [name]: value, NODE_ENV: 'development' })).toEqual([]);
  });

  it('is not refused for other secrets, and for names', () => {
    const variables = {
      OAUTH_CLIENT_SECRET: 'demo-4cbb1c4d5e',
      OAUTH_CLIENT_ID: 'health-platform-demo',
      DHIS2_USERNAME: 'admin-demo',
      DATABASE_URL: 'postgres://health-demo:8fj2nv@db-demo/health-demo?sslmode=verify-full',
    };
    expect(problemsOf(variables)).toEqual([]);
  });

  it('is refused for every secret of the realm of docker-compose.yml, the embedded portal and the documents', () => {
    const realm = readRealm();
    const documents = ['README.md', 'docs/machine-callers.md', 'docker-compose.yml'].map((file) =>
      readFileSync(join(checkoutRoot, file), 'utf8'),
    );
    // The first client is the platform's, with a secret of the installation.
    const [, ...machineClients] = realm.clients;
    const secrets = [
      ...machineClients.map(({ secret }) => secret),
      ...realm.users.map(({ credentials }) => credentials[0].value),
      ...accounts.map(({ password }) => password),
      ...machines.map(({ clientSecret }) => clientSecret),
      ...documents.flatMap((text) =>
        [...text.matchAll(/curl -s? ?-u \w+:(\S+)/g)].map(([, secret]) => secret),
      ),
    ];
    expect(secrets.length).toBeGreaterThan(18);
    for (const secret of secrets)
      expect(problemsOf({ OAUTH_CLIENT_SECRET: String(secret) })).toEqual([
        `OAUTH_CLIENT_SECRET: ${EXAMPLE}`,
      ]);
  });
});

describe('a production with connections that are not encrypted', () => {
  const ADVICE = 'or add unencrypted-connections to ALLOW_IN_PRODUCTION';
  const problem = (name: string, means: string) =>
    `${name}: a connection to another host must be encrypted in production: use ${means}, ${ADVICE}`;

  it.each([
    ['DATABASE_URL', 'postgres://a:b@db.example/c', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://a:b@10.0.0.5/c', 'sslmode=verify-full'],
    // Both are open to an attacker between the hosts.
    ['DATABASE_URL', 'postgres://a:b@db.example/c?sslmode=prefer', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://a:b@db.example/c?sslmode=require', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://a:b@localhost/c?host=db.example', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://a:b@localhost.example/c', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://a:b,c@db.example/d', 'sslmode=verify-full'],
    ['DATABASE_MIGRATION_URL', 'postgres://a:b@db.example/c', 'sslmode=verify-full'],
    ['DATABASE_READ_URLS', 'postgres://a:b@localhost/c,postgres://a:b@db.example/c', 'sslmode=verify-full'],
    ['REDIS_URL', 'redis://redis.example:6379', 'rediss'],
    ['SMTP_URL', 'smtp://mail.example:587', 'smtps'],
    ['ALERT_WEBHOOK_URL', 'http://alerts.example/new', 'https'],
  ])('is refused for %s=%s', (name, value, means) => {
    expect(problemsOf({ [name]: value })).toEqual([problem(name, means)]);
    expect(problemsOf({ [name]: value, ALLOW_IN_PRODUCTION: 'unencrypted-connections' })).toEqual([]);
    expect(problemsOf({ [name]: value, ALLOW_IN_PRODUCTION: 'http-portal' })).toHaveLength(1);
    expect(problemsOf({ [name]: value, NODE_ENV: 'development' })).toEqual([]);
  });

  it.each([
    ['DATABASE_URL', 'postgres://a:b@db.example/c?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://a:b@localhost:5432/c'],
    ['DATABASE_URL', 'postgres://a:b@127.0.0.1/c'],
    ['DATABASE_URL', 'postgres://a:b@[::1]/c'],
    ['DATABASE_URL', 'postgres://a:b@localhost/c?host=/var/run/postgresql'],
    ['REDIS_URL', 'rediss://redis.example:6379'],
    ['REDIS_URL', 'redis://127.0.0.1:6379'],
    ['SMTP_URL', 'smtps://mail.example'],
    ['ALERT_WEBHOOK_URL', 'https://alerts.example/new'],
    ['ALERT_WEBHOOK_URL', 'http://127.0.0.1:9000'],
  ])('is not refused for %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([]);
  });
});

describe('ALLOW_IN_PRODUCTION', () => {
  it.each(['http', 'all', '*', 'example-secrets;http-portal'])('does not know %s', (value) => {
    expect(problemsOf({ ALLOW_IN_PRODUCTION: value })).toEqual([
      `ALLOW_IN_PRODUCTION: "${value}": expected database-owner, database-superuser, example-secrets, http-portal, http-public-url, or unencrypted-connections`,
    ]);
  });
});
