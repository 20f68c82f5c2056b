import { runForOthers } from './abortable-work';
import { currentOwner } from './current-turns';

/** Longer than most computations take. */
const FIRST_PATIENCE_MS = 250;

/**
 * A computation whose result callers share. Its work takes turns as that of the caller who began it, who may have much other work that
 * waits: other callers do not wait for it without end.
 */
export class SharedComputation<Result> {
  readonly result: Promise<Result>;
  private readonly owner = currentOwner();
  private readonly beganAt = performance.now();
  private readonly patienceMs: number;

  /** @param replaced the one of which others do not wait for the result: they wait twice as long for this one, so that there are few */
  constructor(compute: () => Promise<Result>, replaced?: SharedComputation<Result>) {
    this.patienceMs = replaced ? 2 * replaced.patienceMs : FIRST_PATIENCE_MS;
    this.result = runForOthers(compute);
    // Those who wait for it see the error.
    this.result.catch(() => undefined);
  }

  /**
   * Waits for the end. Returns false if the running caller should compute the result instead: the computation is that of another caller,
   * and failed, or takes too long.
   */
  async serves(): Promise<boolean> {
    const hasResult = this.result.then(
      () => true,
      () => false,
    );
    if (this.owner === currentOwner()) return hasResult.then(() => true);
    let timer: NodeJS.Timeout | undefined;
    const isLate = new Promise<boolean>((resolve) => {
      const remainingMs = this.patienceMs - (performance.now() - this.beganAt);
      timer = setTimeout(resolve, Math.max(0, remainingMs), false);
    });
    return Promise.race([hasResult, isLate]).finally(() => {
      clearTimeout(timer);
    });
  }
}
