import { setTimeout as wait } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { z } from 'zod';
import { OperatorError, getErrorMessage } from '../config/operator-error';
import type { Database } from './database';
import { FIND_BLOCKING_CONNECTIONS } from './migrations.sql';
import { sqlStateOf } from './send-query';

/** SQLSTATEs of a statement that did not get its lock: `lock_timeout`, and the victim of a deadlock. */
const NO_LOCK = new Set(['55P03', '40P01']);
const MAX_ATTEMPTS = 20;
/** After this time, a wait without a limit is reported. */
const LONG_WAIT_MS = 10_000;

export interface LockOptions {
  /** Time that a statement waits for a lock, and with it all statements that come after it. */
  readonly lockTimeoutMs: number;
  readonly report: (message: string) => void;
}

/**
 * Runs the outstanding migrations. If a statement does not get its lock in time, its migration is rolled back, so that waiting
 * callers go on, and is tried again after a pause.
 * @param observer connection that finds out who holds a lock
 * @throws OperatorError if a migration does not get its locks
 */
export async function runWithLockTimeout(
  dataSource: DataSource,
  observer: Database,
  { lockTimeoutMs, report }: LockOptions,
): Promise<void> {
  const seen: SeenLock = { lock: 'a lock', holders: '' };
  for (let attempt = 1; ; attempt += 1) {
    const runner = dataSource.createQueryRunner();
    const watch = new LockWatch(observer, runner, { lockTimeoutMs, report, seen });
    try {
      await runner.query(`SET lock_timeout = ${lockTimeoutMs}`);
      await watch.start();
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'each';
      await executor.executePendingMigrations();
      return;
    } catch (error) {
      if (!NO_LOCK.has(sqlStateOf(error) ?? '')) throw error;
      const reason = `A migration did not get ${seen.lock} within ${lockTimeoutMs} ms (${getErrorMessage(error)})${seen.holders}`;
      if (attempt === MAX_ATTEMPTS)
        throw new OperatorError(
          `${reason}. It was tried ${MAX_ATTEMPTS} times. End the transaction that holds the lock, and run the migrations again.`,
        );
      const pauseMs = Math.round(lockTimeoutMs * (1 + 2 * Math.random()));
      report(`${reason}. It is tried again in ${pauseMs} ms.`);
      await wait(pauseMs);
    } finally {
      await watch.stop();
      await runner.query('RESET lock_timeout').catch(() => undefined);
      await runner.release();
    }
  }
}

const processIdRows = z.tuple([z.object({ pid: z.int() })]);
const MAX_PERIOD_MS = 1_000;

/** The lock for which a migration was last seen to wait: an attempt on a busy machine may end before it was looked at. */
interface SeenLock {
  lock: string;
  /** Its connections, as the end of a sentence; empty if none was found. */
  holders: string;
}

/** Finds the connections that hold the locks for which a migration waits. */
class LockWatch {
  private timer: NodeJS.Timeout | undefined;
  private look: Promise<void> = Promise.resolve();
  private waitsSince: number | undefined;

  constructor(
    private readonly observer: Database,
    private readonly runner: QueryRunner,
    private readonly options: LockOptions & { readonly seen: SeenLock },
  ) {}

  async start(): Promise<void> {
    const [{ pid }] = processIdRows.parse(await this.runner.query('SELECT pg_backend_pid() AS pid'));
    const periodMs = Math.min(this.options.lockTimeoutMs / 4, MAX_PERIOD_MS);
    this.timer = setInterval(() => {
      this.look = this.look.then(() => this.findHolders(pid));
    }, periodMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.look;
  }

  private async findHolders(pid: number): Promise<void> {
    const rows = await this.observer.rows(FIND_BLOCKING_CONNECTIONS, { pid }).catch(() => []);
    if (rows.length === 0) {
      this.waitsSince = undefined;
      return;
    }
    const { seen, report } = this.options;
    const connections = rows.map((row) => `connection ${row.pid} of ${row.role} (${row.name})`).join(', ');
    seen.holders = `, which is held by ${connections}`;
    seen.lock = rows[0]?.lock ?? seen.lock;
    this.waitsSince ??= Date.now();
    if (Date.now() - this.waitsSince < LONG_WAIT_MS) return;
    this.waitsSince = Date.now();
    report(`A migration waits for ${seen.lock}${seen.holders}.`);
  }
}
