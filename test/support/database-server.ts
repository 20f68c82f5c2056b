/** The migrated database that test files clone. */
export const TEMPLATE_DATABASE = 'template_migrated';

const VARIABLE = 'TEST_POSTGRES_URL';
const OTHER_NODES_VARIABLE = 'TEST_CITUS_NODES';

/** Stores the address of this run's PostgreSQL in a variable, which Jest's workers inherit. */
export function publishServer(url: string): void {
  process.env[VARIABLE] = url;
}

/** Stores the addresses of a Citus cluster: test files clone a database that is spread over its nodes. */
export function publishCluster(coordinatorUrl: string, otherNodes: readonly string[]): void {
  publishServer(coordinatorUrl);
  process.env[OTHER_NODES_VARIABLE] = otherNodes.join(' ');
}

export function serverUrl(): string {
  const url = process.env[VARIABLE];
  if (url === undefined) throw new Error('the global setup has not run');
  return url;
}

/** Addresses of the nodes of a Citus cluster except the coordinator; none on one server. */
export function otherNodes(): string[] {
  return process.env[OTHER_NODES_VARIABLE]?.split(' ') ?? [];
}
