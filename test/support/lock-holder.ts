import { Client } from 'pg';
import { until } from './until';

/** A connection that holds locks in an open transaction, so that a test decides which of two writers waits. */
export class LockHolder {
  private constructor(private readonly client: Client) {}

  /**
   * Runs work while a transaction is open, and rolls it back at the end.
   * @param url of the database, with the role that owns the tables
   */
  static async run(url: string, work: (holder: LockHolder) => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query('BEGIN');
      await work(new LockHolder(client));
    } finally {
      await client.end();
    }
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<void> {
    await this.client.query(sql, [...values]);
  }

  /** Waits until a number of connections wait for a lock of this one. */
  async waitForWaiting(count: number): Promise<void> {
    await this.waitForRows(
      count,
      'SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
    );
  }

  /** Waits until a number of connections wait for a lock of this one, or for those that do. */
  async waitForQueue(count: number): Promise<void> {
    await this.waitForRows(
      count,
      `WITH RECURSIVE waiting AS (
         SELECT pg_backend_pid() AS pid
         UNION SELECT a.pid FROM pg_stat_activity a JOIN waiting w ON w.pid = ANY (pg_blocking_pids(a.pid))
       ) SELECT FROM waiting WHERE pid <> pg_backend_pid()`,
    );
  }

  private async waitForRows(count: number, sql: string): Promise<void> {
    await until(`${count} wait for the lock`, async () => {
      // Otherwise a transaction sees the connections of its first look.
      await this.client.query('SELECT pg_stat_clear_snapshot()');
      const { rowCount } = await this.client.query(sql);
      return rowCount === count;
    });
  }

  /** Releases the locks and keeps the changes. */
  async commit(): Promise<void> {
    await this.client.query('COMMIT');
  }

  /** Releases the locks and undoes the changes. */
  async release(): Promise<void> {
    await this.client.query('ROLLBACK');
  }
}
