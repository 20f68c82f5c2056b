import { LinkedAbort } from '../linked-abort';

/** Aborts a signal when nothing was heard for too long, or with another signal. It does not keep the process running. */
export class SilenceClock {
  private readonly end: LinkedAbort;
  private heardAt = performance.now();
  private timer: NodeJS.Timeout;

  /** @param deadline the other signal */
  constructor(
    private readonly longestMs: number,
    deadline: AbortSignal,
  ) {
    this.end = new LinkedAbort(deadline);
    this.timer = this.timerOf(longestMs);
  }

  get signal(): AbortSignal {
    return this.end.signal;
  }

  /** How long nothing has been heard. */
  get silentMs(): number {
    return performance.now() - this.heardAt;
  }

  /** Something was heard. */
  restart(longestMs = this.longestMs): void {
    this.heardAt = performance.now();
    if (longestMs === this.longestMs) {
      this.timer.refresh();
      return;
    }
    clearTimeout(this.timer);
    this.timer = this.timerOf(longestMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.end.letGo();
  }

  private timerOf(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.end.abort();
    }, milliseconds).unref();
  }
}
