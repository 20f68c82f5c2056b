/** The migrated database that test files clone. */
export const TEMPLATE_DATABASE = 'template_migrated';

const VARIABLE = 'TEST_POSTGRES_URL';

/** Stores the address of this run's PostgreSQL in a variable, which Jest's workers inherit. */
export function publishServer(url: string): void {
  process.env[VARIABLE] = url;
}

export function serverUrl(): string {
  const url = process.env[VARIABLE];
  if (url === undefined) throw new Error('the global setup has not run');
  return url;
}
