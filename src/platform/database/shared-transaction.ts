import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/**
 * One transaction of the database that all of a call takes part in, or one nested in it (a savepoint). Its connection is
 * one: what is asked of it at the same time is asked one after another, and whoever began a nested transaction has it alone
 * until that ends, so that no other's statement is undone with it.
 */
export class SharedTransaction {
  private last: Promise<unknown> = Promise.resolve();
  private ended = false;

  private constructor(
    readonly runner: QueryRunner,
    private readonly depth: number,
  ) {}

  /** The innermost one of a data source that the running code is part of. */
  static of(dataSource: DataSource): SharedTransaction | undefined {
    const shared = storage.getStore();
    return shared?.runner.dataSource === dataSource ? shared : undefined;
  }

  /**
   * Runs work whose every statement, wherever its services ask for it, becomes part of a transaction. Before this resolves
   * or rejects, all statements have ended, and those that are asked for later are refused: a part that goes on after
   * another has failed must not write what a repeated call writes again.
   *
   * A statement that fails ends the whole transaction, unless it was in a nested one.
   * @param transaction of a connection with a transaction open, which nothing else uses meanwhile
   */
  static async run<T>(transaction: EntityManager, work: () => Promise<T>): Promise<T> {
    if (storage.getStore()) throw new TypeError('a shared transaction within another');
    const { queryRunner } = transaction;
    if (!queryRunner?.isTransactionActive) throw new TypeError('a transaction to share has to be open');
    return new SharedTransaction(queryRunner, 1).during(work);
  }

  /** As a savepoint, which alone is undone where the work fails. */
  async nested<T>(work: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      const savepoint = `shared_${this.depth}`;
      await this.runner.query(`SAVEPOINT ${savepoint}`);
      try {
        const result = await new SharedTransaction(this.runner, this.depth + 1).during(work);
        await this.runner.query(`RELEASE SAVEPOINT ${savepoint}`);
        return result;
      } catch (error) {
        // Why the work failed says more than why it could not be undone, after which the transaction cannot commit.
        await this.runner.query(`ROLLBACK TO SAVEPOINT ${savepoint}`).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Does something with the connection when it is free. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const before = this.last;
    let end: () => void = () => undefined;
    this.last = new Promise<void>((resolve) => (end = resolve));
    await before;
    try {
      if (this.ended) throw new Error('a statement after the transaction that it was part of');
      // Awaited here and not passed to `then`, so that the stack of a failure goes on to its caller.
      return await work();
    } finally {
      end();
    }
  }

  private async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await storage.run(this, work);
    } finally {
      this.ended = true;
      await this.last;
    }
  }
}

const storage = new AsyncLocalStorage<SharedTransaction>();
