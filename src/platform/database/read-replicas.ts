import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { PoolConfig, QueryConfig, QueryResult } from 'pg';
import { type Primary, ReadReplica } from './read-replica';

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
    const available = this.replicas.filter(({ isAvailable }) => isAvailable);
    const [first, ...others] = available;
    if (!first) return sendToPrimary();
    const replica = others.reduce((best, other) => (other.running < best.running ? other : best), first);
    try {
      return await replica.query(query, await this.primary.readPosition());
    } catch {
      // A read can be repeated. If the statement itself is wrong, the primary reports it.
      return sendToPrimary();
    }
  }
}
