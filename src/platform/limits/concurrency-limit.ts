import { changeCount } from '../../shared/counts';
import { limitsHit } from './limits-hit';
import { TooManyRequestsException } from './too-many-requests.exception';

/** `Retry-After` of a refused entry: what holds a slot takes seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Limits how many operations run at once for each key. Counts in memory, for this process only. Libraries such as `p-limit`
 * let callers wait for a slot; here they are refused.
 */
export class ConcurrencyLimit {
  private readonly running = new Map<string, number>();

  /** @param message of the error if all slots are taken */
  constructor(
    private readonly limit: number,
    private readonly message: string,
    /** In the metrics. */
    private readonly name: string,
  ) {}

  /**
   * Takes a slot of the key.
   * @returns a function that releases the slot; further calls of it do nothing
   * @throws TooManyRequestsException if all slots of the key are taken
   */
  enter(key: string): () => void {
    const running = this.running.get(key) ?? 0;
    if (running >= this.limit) {
      limitsHit.add({ limit: this.name });
      throw new TooManyRequestsException(this.message, RETRY_AFTER_SECONDS);
    }
    changeCount(this.running, key, 1);
    let isHeld = true;
    return () => {
      if (isHeld) changeCount(this.running, key, -1);
      isHeld = false;
    };
  }
}
