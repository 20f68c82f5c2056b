import type { Pool } from 'pg';
import { DataSource, EntityManager, type QueryResult, type QueryRunner, type ReplicationMode } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import { keepErrorsOf, poolOf } from './connection-pool';
import { PipelinedConnections } from './pipelined-connections';
import { PlatformPool } from './platform-pool';
import { SharedTransaction } from './shared-transaction';

/** TypeORM's data source. Within a `SharedTransaction`, its query runners use the connection of that transaction. */
export class PlatformDataSource extends DataSource {
  private pipelinedConnections: PipelinedConnections | undefined;

  /** Connections of short statements, with the options of the pool. */
  get pipelined(): PipelinedConnections {
    this.pipelinedConnections ??= openPipelined(poolOf(this));
    return this.pipelinedConnections;
  }

  override async initialize(): Promise<this> {
    await super.initialize();
    keepErrorsOf(poolOf(this));
    return this;
  }

  override async destroy(): Promise<void> {
    try {
      await this.pipelinedConnections?.close();
    } finally {
      await super.destroy();
    }
  }

  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const shared = SharedTransaction.of(this);
    if (!shared) return super.createQueryRunner(mode);
    if (!(this.driver instanceof PostgresDriver)) throw new TypeError('the platform runs on PostgreSQL');
    const runner = new BorrowedQueryRunner(this.driver, shared);
    this.createEntityManager(runner);
    return runner;
  }

  override createEntityManager(queryRunner?: QueryRunner): EntityManager {
    return new PlatformEntityManager(this, queryRunner);
  }
}

function openPipelined(pool: Pool): PipelinedConnections {
  return pool instanceof PlatformPool
    ? new PipelinedConnections(pool.options, pool.availability)
    : new PipelinedConnections(pool.options);
}

type Isolation = Parameters<QueryRunner['startTransaction']>[0];
type Work<T> = (manager: EntityManager) => Promise<T>;

/** Within a shared transaction, `transaction` creates a savepoint and ignores the isolation level. */
class PlatformEntityManager extends EntityManager {
  override transaction<T>(work: Work<T>): Promise<T>;
  override transaction<T>(isolation: NonNullable<Isolation>, work: Work<T>): Promise<T>;
  override transaction<T>(first: NonNullable<Isolation> | Work<T>, second?: Work<T>): Promise<T> {
    const work = typeof first === 'function' ? first : second;
    if (!work) throw new TypeError('a transaction without work');
    const shared = SharedTransaction.of(this.dataSource);
    const own = this.queryRunner && !(this.queryRunner instanceof BorrowedQueryRunner);
    if (shared && !own) return shared.nested(() => work(this.dataSource.createQueryRunner().manager));
    return typeof first === 'function' ? super.transaction(first) : super.transaction(first, work);
  }
}

/** Uses the connection of a shared transaction, which stays open when this runner is released. */
class BorrowedQueryRunner extends PostgresQueryRunner {
  override isTransactionActive = true;

  constructor(
    driver: PostgresDriver,
    private readonly owner: SharedTransaction,
  ) {
    super(driver, 'master');
  }

  override connect(): Promise<unknown> {
    return this.owner.runner.connect();
  }

  override query(sql: string, parameters: unknown[] | undefined, structured: true): Promise<QueryResult>;
  override query<Rows>(sql: string, parameters?: unknown[]): Promise<Rows>;
  override query(sql: string, parameters?: unknown[], structured?: true): Promise<unknown> {
    // Inside a nested transaction, statements through an outer runner join the nested one.
    const shared = SharedTransaction.of(this.dataSource) ?? this.owner;
    const { runner } = this.owner;
    return shared.inTurn(() =>
      structured ? runner.query(sql, parameters, true) : runner.query(sql, parameters),
    );
  }

  override startTransaction(): Promise<void> {
    return Promise.reject(new Error('begin a transaction within another by dataSource.transaction'));
  }
}
