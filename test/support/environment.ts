import { type Environment, readEnvironment } from '../../src/platform/config/environment';

/** Settings of every platform in a test. No portal is there unless a test names one. */
export const TEST_SETTINGS = {
  NODE_ENV: 'test',
  // Longer than a busy machine makes calls wait.
  DATABASE_CONNECT_TIMEOUT_MS: '60000',
  OAUTH_ISSUER: 'http://127.0.0.1:1',
  OAUTH_CLIENT_ID: 'health-platform',
  CHATBOT_PROVIDER: 'offline',
};

/** Settings of a test: never the shell's. No database is there unless a test names one. */
export function testEnvironment(settings: Readonly<Record<string, string>> = {}): Environment {
  return readEnvironment({
    ...TEST_SETTINGS,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    ...settings,
  });
}
