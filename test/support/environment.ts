import { type Environment, readEnvironment } from '../../src/platform/config/environment';

/** For busy machines: a statement of a test may take long. */
export const DATABASE_DEADLINES = {
  DATABASE_TIMEOUT_MS: '60000',
  DATABASE_CONNECT_TIMEOUT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
  DATABASE_ANSWER_TIMEOUT_MS: '60000',
};

/** Default settings of a platform in a test. No portal listens at this issuer. */
export const TEST_SETTINGS = {
  NODE_ENV: 'test',
  ...DATABASE_DEADLINES,
  OAUTH_ISSUER: 'http://127.0.0.1:1',
  OAUTH_CLIENT_ID: 'health-platform',
  CHATBOT_PROVIDER: 'offline',
  // Servers of tests are on loopback, with an administrator’s database.
  ALLOW_IN_PRODUCTION:
    'http-public-url,http-portal,example-secrets,database-superuser,unencrypted-connections',
};

/** Returns the environment of a test, without the shell's variables. No database is at the default address. */
export function testEnvironment(settings: Readonly<Record<string, string>> = {}): Environment {
  return readEnvironment({
    ...TEST_SETTINGS,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    ...settings,
  });
}
