/** Aborts a signal when nothing was heard for too long. It does not keep the process running. */
export class SilenceClock {
  private readonly controller = new AbortController();
  private heardAt = performance.now();
  private timer: NodeJS.Timeout;

  constructor(private readonly longestMs: number) {
    this.timer = this.timerOf(longestMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
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
  }

  private timerOf(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.controller.abort();
    }, milliseconds).unref();
  }
}
