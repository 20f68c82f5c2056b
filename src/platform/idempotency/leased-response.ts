import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../database/database';

/** Runs in the transaction that stores the response, just before. Rows that it locks stay locked until the commit. */
type Condition = (transaction: Database) => Promise<boolean>;

/**
 * The response of a leased call, with the condition for storing it. Data of the response can be deleted before it is
 * stored, and that deletion finds no stored response to delete.
 */
export class LeasedResponse {
  private condition: Condition = () => Promise.resolve(true);

  /** Sets the condition of the current call. Does nothing if the call has no key, because nothing is stored then. */
  static storeOnlyIf(condition: Condition): void {
    const response = storage.getStore();
    if (response) response.condition = condition;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return storage.run(this, work);
  }

  canBeStored(transaction: Database): Promise<boolean> {
    return this.condition(transaction);
  }
}

const storage = new AsyncLocalStorage<LeasedResponse>();
