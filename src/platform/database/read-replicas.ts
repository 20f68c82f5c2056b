import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { PoolConfig, QueryConfig, QueryResult } from 'pg';
import { leastBusy } from './least-busy';
import { type Primary, ReadReplica } from './read-replica';
import { sqlStateOf } from './send-query';

/** SQLSTATE of a statement that took longer than DATABASE_TIMEOUT_MS. */
const QUERY_CANCELED = '57014';

/**
 * Runs reads on replicas of the database. Before each read, a replica must have replayed everything that was committed on the
 * primary until then, so that a read is as fresh as on the primary, whichever process wrote. Otherwise the primary runs it.
 */
export class ReadReplicas implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly replicas: readonly ReadReplica[];

  /** @param options of a connection pool for each replica, by its name for the log */
  constructor(
    options: ReadonlyMap<string, PoolConfig>,
    private readonly primary: Primary,
  ) {
    this.replicas = [...options].map(([name, pool]) => new ReadReplica(name, pool, primary));
  }

  /** Does not wait for the replicas: until they are checked, the primary runs the reads. */
  onApplicationBootstrap(): void {
    for (const replica of this.replicas) replica.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  /** Runs a statement on the available replica with the fewest reads, or on the primary. */
  async query(
    query: QueryConfig,
    sendToPrimary: () => Promise<QueryResult<object>>,
  ): Promise<QueryResult<object>> {
    const replica = leastBusy(this.replicas.filter(({ isAvailable }) => isAvailable));
    if (!replica) return sendToPrimary();
    try {
      return await replica.query(query, await this.primary.readPosition());
    } catch (error) {
      // On the primary it would take as long.
      if (sqlStateOf(error) === QUERY_CANCELED) throw error;
      // A read can be repeated. If the statement itself is wrong, the primary reports it.
      return sendToPrimary();
    }
  }
}
