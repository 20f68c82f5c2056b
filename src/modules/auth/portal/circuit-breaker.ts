import { openCircuits } from '../../../platform/metrics/circuits';

/** Repeats a failure for a pause instead of a new request, so that a failing portal gets few requests. */
export class CircuitBreaker {
  private failure: { readonly error: unknown; readonly until: number } | undefined;

  /** @param name in the metrics */
  constructor(
    name: string,
    private readonly pauseMs: number,
  ) {
    openCircuits.observe(() => [[{ circuit: name }, Number(this.isOpen)]]);
  }

  get isOpen(): boolean {
    return this.failure !== undefined && Date.now() < this.failure.until;
  }

  /** @throws the last failure during the pause */
  assertClosed(): void {
    if (this.isOpen) throw this.failure?.error;
  }

  open(error: unknown): void {
    this.failure = { error, until: Date.now() + this.pauseMs };
  }
}
