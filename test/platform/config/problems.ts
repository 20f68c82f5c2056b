import { EnvironmentError, readEnvironment } from '../../../src/platform/config/environment';

/** The least that a process can be started with. */
export const LEAST = {
  DATABASE_URL: 'postgres://platform:secret@db.example:5432/platform',
  OAUTH_ISSUER: 'https://portal.example',
  OAUTH_CLIENT_ID: 'platform',
};

/** What a process is told, by variable; empty where it may start. */
export function problems(
  variables: Readonly<Record<string, string | undefined>>,
  read: (given: typeof variables) => unknown = readEnvironment,
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
