/**
 * A signal that is aborted together with another one, or for a reason of its own, until it is let go. `AbortSignal.any`
 * would do it in one line, but Node keeps its signals for as long as anything listens to them, and the model server's
 * client never stops listening.
 */
export class LinkedAbort {
  private readonly controller = new AbortController();
  private readonly follow = (): void => {
    this.controller.abort(this.source.reason);
  };

  constructor(private readonly source: AbortSignal) {
    if (source.aborted) this.follow();
    else source.addEventListener('abort', this.follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(reason?: unknown): void {
    this.controller.abort(reason);
  }

  /** From now on the other signal no longer matters. */
  letGo(): void {
    this.source.removeEventListener('abort', this.follow);
  }
}
