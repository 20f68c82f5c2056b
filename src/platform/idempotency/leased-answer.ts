import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';

/** Asked in the transaction that stores an answer, before it does; what it locks stays locked until then. */
type Condition = (transaction: EntityManager) => Promise<boolean>;

/**
 * The answer of a call that stores it after its work. Others may meanwhile have deleted what it tells, and have looked in
 * vain for an answer to forget: the work says on what condition there is something to store.
 */
export class LeasedAnswer {
  private condition: Condition = () => Promise.resolve(true);

  /** For the work of a call; of one without a key nothing is stored, so that it says this to nobody. */
  static keepOnlyIf(condition: Condition): void {
    const answer = storage.getStore();
    if (answer) answer.condition = condition;
  }

  during<T>(work: () => Promise<T>): Promise<T> {
    return storage.run(this, work);
  }

  mayBeKept(transaction: EntityManager): Promise<boolean> {
    return this.condition(transaction);
  }
}

const storage = new AsyncLocalStorage<LeasedAnswer>();
