import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import { keepErrorsOf, withClient } from './connection-pool';
import { outsideOfRequests } from '../limits/outside-of-requests';
import { HAS_REPLAYED, READ_SYSTEM } from './read-replicas.sql';
import { sendQuery, sqlStateOf } from './send-query';

/** Time in which a replica must reach the primary's position. */
const CATCH_UP_MS = 50;
const POLL_MS = 5;
/** Time for a replica to report its position; a longer silence is a failure. */
const CHECK_TIMEOUT_MS = 1_000;
/** Time without reads after a failure; doubled each time up to `MAX_PAUSE_MS`. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;

/** SQLSTATE classes of errors that concern the server or the connection, not the statement (PostgreSQL, appendix A). */
const SERVER_ERROR = /^(?:08|53|57P|58|XX)/;

/** The server that replicas copy. */
export interface Primary {
  /** Returns the position in the write-ahead log that includes every commit until now. */
  readPosition(): Promise<string>;
  readSystemId(): Promise<string>;
}

/** The server answers, but cannot run reads. The message ends a sentence of the log. */
class UnusableReplicaError extends Error {
  override name = 'UnusableReplicaError';
}

const LAG = 'it is behind the primary';

/**
 * A replica of the database. It is used while it has the primary's current state. After a failure or a lag it is left out, and
 * checked in the background until it is back.
 */
export class ReadReplica {
  /** Number of running reads. */
  running = 0;
  private available = false;
  private readonly logger = new Logger(ReadReplica.name);
  private readonly pool: Pool;
  private timer: NodeJS.Timeout | undefined;
  private currentCheck: Promise<void> = Promise.resolve();
  private isClosed = false;
  private isFailureLogged = false;
  private pauseMs = FIRST_PAUSE_MS;
  private availableSince = 0;

  /** @param name for the log */
  constructor(
    private readonly name: string,
    options: PoolConfig,
    private readonly primary: Primary,
  ) {
    this.pool = keepErrorsOf(new Pool(options));
    this.pool.on('error', () => {
      this.leaveOut();
    });
  }

  get isAvailable(): boolean {
    return this.available;
  }

  /** Checks the replica for the first time. */
  start(): void {
    this.currentCheck = this.check();
  }

  /**
   * Runs a statement as soon as the replica has reached a position.
   * @throws Error if the replica lags or fails, or if the statement fails
   */
  async query(query: QueryConfig, position: string): Promise<QueryResult<object>> {
    this.running += 1;
    try {
      const result = await withClient(this.pool, async (client) => {
        // Left out while this read waited for a connection.
        if (!this.available || !(await catchUp(client, position))) return undefined;
        return sendQuery(client, query);
      });
      if (!result) throw new UnusableReplicaError(LAG);
      return result;
    } catch (error) {
      if (!isStatementError(error)) this.leaveOut();
      throw error;
    } finally {
      this.running -= 1;
    }
  }

  /** Waits for running reads. Later ones are refused. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.available = false;
    clearTimeout(this.timer);
    await this.currentCheck;
    await this.pool.end();
  }

  private leaveOut(): void {
    if (!this.available) return;
    this.available = false;
    const hasRecovered = performance.now() - this.availableSince > MAX_PAUSE_MS;
    this.pauseMs = hasRecovered ? FIRST_PAUSE_MS : Math.min(2 * this.pauseMs, MAX_PAUSE_MS);
    this.scheduleCheck();
  }

  private scheduleCheck(): void {
    if (this.isClosed) return;
    // A timer must not log with the id of the request that started it.
    outsideOfRequests(() => {
      this.timer = setTimeout(() => {
        this.currentCheck = this.check();
      }, this.pauseMs).unref();
    });
  }

  /** Makes the replica available if it has the primary's state, else checks it again later. */
  private async check(): Promise<void> {
    try {
      await this.assertCurrent();
      if (this.isFailureLogged) this.logger.log(`the read replica ${this.name} is back`);
      this.isFailureLogged = false;
      this.availableSince = performance.now();
      this.available = !this.isClosed;
    } catch (error) {
      if (!this.isFailureLogged && !this.isClosed) {
        const reason = error instanceof UnusableReplicaError ? error.message : 'it cannot be read';
        this.logger.warn(
          { err: error },
          `the read replica ${this.name} is left out until it is back: ${reason}`,
        );
      }
      this.isFailureLogged = true;
      this.pauseMs = Math.min(2 * this.pauseMs, MAX_PAUSE_MS);
      this.scheduleCheck();
    }
  }

  private async assertCurrent(): Promise<void> {
    const [position, systemId] = await Promise.all([
      this.primary.readPosition(),
      this.primary.readSystemId(),
    ]);
    const isCurrent = await withClient(this.pool, async (client) => {
      const [row] = await check(client, READ_SYSTEM);
      const { systemId: ownId, isReplica } = READ_SYSTEM.row.parse(row);
      if (!isReplica) throw new UnusableReplicaError('it is no replica');
      if (ownId !== systemId) throw new UnusableReplicaError('it is a replica of another database server');
      return catchUp(client, position);
    });
    if (!isCurrent) throw new UnusableReplicaError(LAG);
  }
}

/** Waits a short time until the replica has reached a position. @returns whether it has */
async function catchUp(client: PoolClient, position: string): Promise<boolean> {
  const deadline = performance.now() + CATCH_UP_MS;
  for (;;) {
    const [row] = await check(client, HAS_REPLAYED, [position]);
    if (HAS_REPLAYED.row.parse(row).hasReplayed) return true;
    if (performance.now() + POLL_MS > deadline) return false;
    await wait(POLL_MS);
  }
}

async function check(
  client: PoolClient,
  { name, sql }: { readonly name: string; readonly sql: string },
  values: string[] = [],
): Promise<object[]> {
  const query = { name, text: sql, values, query_timeout: CHECK_TIMEOUT_MS };
  const { rows } = await sendQuery(client, query);
  return rows;
}

/** Returns whether the statement failed, and not the server. */
function isStatementError(error: unknown): boolean {
  const sqlState = sqlStateOf(error);
  return sqlState !== undefined && !SERVER_ERROR.test(sqlState);
}
