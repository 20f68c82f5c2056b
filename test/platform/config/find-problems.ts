import { EnvironmentError, readEnvironment } from '../../../src/platform/config/environment';

/** The required settings of a process. */
export const REQUIRED = {
  DATABASE_URL: 'postgres://platform:secret@db.example:5432/platform?sslmode=verify-full',
  OAUTH_ISSUER: 'https://portal.example',
  OAUTH_CLIENT_ID: 'platform',
};

/** The required settings of a process in production. */
export const PRODUCTION = {
  ...REQUIRED,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://health.example',
  CHATBOT_PROVIDER: 'offline',
};

/** What a missing issuer of the portal is reported with. */
export const NO_ISSUER =
  'required, or all of OAUTH_AUTHORIZATION_URL, OAUTH_TOKEN_URL and OAUTH_USERINFO_URL';

/** Returns the problems of settings; none if they are valid. */
export function findProblems(
  variables: Readonly<Record<string, string | undefined>>,
  read: (settings: typeof variables) => unknown = readEnvironment,
): string[] {
  try {
    read(variables);
    return [];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    const [title, ...lines] = error.message.split('\n');
    expect(title).toBe('Settings to mend:');
    return lines.map((line) => line.trim());
  }
}
