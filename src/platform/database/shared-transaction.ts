import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/**
 * A transaction that all statements of a call join, or a savepoint in it. They share one connection, so concurrent
 * statements run one after another. While a nested transaction runs, statements outside of it wait, so that its rollback
 * does not undo them.
 */
export class SharedTransaction {
  private lastStatement: Promise<unknown> = Promise.resolve();
  private ended = false;

  private constructor(
    readonly runner: QueryRunner,
    private readonly depth: number,
  ) {}

  /** Returns the innermost shared transaction that the running code is part of. */
  static of(dataSource: DataSource): SharedTransaction | undefined {
    const shared = storage.getStore();
    return shared?.runner.dataSource === dataSource ? shared : undefined;
  }

  /**
   * Runs work whose statements all join a transaction. All statements have ended before this resolves or rejects, and later
   * ones are refused: otherwise code that continues after a failure could write what a retry writes again.
   *
   * A statement that fails aborts the whole transaction, unless it was in a nested one.
   * @param transaction manager of an open transaction that no other code uses meanwhile
   */
  static async run<T>(transaction: EntityManager, work: () => Promise<T>): Promise<T> {
    if (storage.getStore()) throw new TypeError('a shared transaction within another');
    const { queryRunner } = transaction;
    if (!queryRunner?.isTransactionActive) throw new TypeError('a transaction to share has to be open');
    return new SharedTransaction(queryRunner, 1).runInContext(work);
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  /** Runs work in a savepoint, and rolls back to it if the work fails. */
  async nested<T>(work: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      const savepoint = `shared_${this.depth}`;
      await this.runner.query(`SAVEPOINT ${savepoint}`);
      try {
        const result = await new SharedTransaction(this.runner, this.depth + 1).runInContext(work);
        await this.runner.query(`RELEASE SAVEPOINT ${savepoint}`);
        return result;
      } catch (error) {
        // The work's error matters more. If the rollback fails too, the transaction cannot commit.
        await this.runner.query(`ROLLBACK TO SAVEPOINT ${savepoint}`).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Runs work once the connection is free. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const previous = this.lastStatement;
    let release: () => void = () => undefined;
    this.lastStatement = new Promise<void>((resolve) => (release = resolve));
    await previous;
    try {
      if (this.ended) throw new Error('a statement after the transaction that it was part of');
      // `await` instead of `then`, so that the stack of an error includes the caller.
      return await work();
    } finally {
      release();
    }
  }

  private async runInContext<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await storage.run(this, work);
    } finally {
      this.ended = true;
      await this.lastStatement;
    }
  }
}

const storage = new AsyncLocalStorage<SharedTransaction>();
