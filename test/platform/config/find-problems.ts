import { EnvironmentError, readEnvironment } from '../../../src/platform/config/environment';

/** The required settings of a process. */
export const REQUIRED = {
  DATABASE_URL: 'postgres://platform:secret@db.example:5432/platform',
  OAUTH_ISSUER: 'https://portal.example',
  OAUTH_CLIENT_ID: 'platform',
};

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
