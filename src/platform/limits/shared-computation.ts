import { runForOthers } from './abortable-work';
import { currentOwner } from './current-turns';

/**
 * How long other callers wait for the first computation, the second, and so on. Longer than usual computations take: each
 * further one makes those before it slower. Everybody waits for the last one, however long it takes.
 */
const PATIENCE_MS: readonly number[] = [2_000, 8_000];

/**
 * A computation whose result callers share. Its work takes the turns of the caller who began it, who may have much other work that
 * waits: other callers do not wait for it without end.
 */
export class SharedComputation<Result> {
  readonly result: Promise<Result>;
  private readonly owner = currentOwner();
  private readonly beganAt = performance.now();
  /** How many computations before this one took too long for others, or failed. */
  private readonly position: number;

  /** @param before a computation of the same result that did not serve the running caller */
  constructor(compute: () => Promise<Result>, before?: SharedComputation<Result>) {
    this.position = before ? before.position + 1 : 0;
    this.result = runForOthers(compute);
    // Those who wait for it see the error.
    this.result.catch(() => undefined);
  }

  /**
   * Waits for the end. Returns false if the running caller should compute the result instead: the computation is that of another
   * caller, and failed, or takes too long.
   */
  async serves(): Promise<boolean> {
    const patienceMs = PATIENCE_MS[this.position];
    const isServed = this.result.then(
      () => true,
      () => false,
    );
    if (patienceMs === undefined || this.owner === currentOwner()) return isServed.then(() => true);
    let timer: NodeJS.Timeout | undefined;
    const isLate = new Promise<boolean>((resolve) => {
      const remainingMs = patienceMs - (performance.now() - this.beganAt);
      timer = setTimeout(resolve, Math.max(0, remainingMs), false);
    });
    return Promise.race([isServed, isLate]).finally(() => {
      clearTimeout(timer);
    });
  }
}
