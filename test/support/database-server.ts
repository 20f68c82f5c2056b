/** The database that every test file's own is cloned from. */
export const TEMPLATE_DATABASE = 'template_migrated';

const VARIABLE = 'TEST_POSTGRES_URL';

/** Tells the test processes where this run's PostgreSQL is; Jest passes the setup's variables on to them. */
export function publishServer(url: string): void {
  process.env[VARIABLE] = url;
}

export function serverUrl(): string {
  const url = process.env[VARIABLE];
  if (url === undefined) throw new Error('the global setup has not run');
  return url;
}
