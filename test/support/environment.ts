import { type Environment, readEnvironment } from '../../src/config/environment';

/** Settings of a test: never the shell's. Portal and database are dead addresses unless a test names others. */
export function testEnvironment(settings: Readonly<Record<string, string>> = {}): Environment {
  return readEnvironment({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    // A busy machine is slow. Suites that test this deadline set their own.
    DATABASE_TIMEOUT_MS: '60000',
    OAUTH_ISSUER: 'http://127.0.0.1:1',
    OAUTH_CLIENT_ID: 'health-platform',
    CHATBOT_PROVIDER: 'offline',
    ...settings,
  });
}
