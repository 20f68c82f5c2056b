/**
 * A signal that is aborted with another signal, or by `abort`, until `unlink`. `AbortSignal.any` is not used: Node keeps its
 * signals while they have listeners, and the `openai` package never removes its listener.
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

  unlink(): void {
    this.source.removeEventListener('abort', this.follow);
  }
}
