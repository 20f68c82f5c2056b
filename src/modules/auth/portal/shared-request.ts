import { CircuitBreaker } from './circuit-breaker';

/** A request to the portal: concurrent callers share its result, and it is not repeated for a pause after a failure. */
export class SharedRequest<Result> {
  private pending: Promise<Result> | undefined;
  private readonly breaker: CircuitBreaker;

  /** @param name in the metrics */
  constructor(
    name: string,
    private readonly send: () => Promise<Result>,
    pauseMs: number,
  ) {
    this.breaker = new CircuitBreaker(name, pauseMs);
  }

  /** @throws the error of the request, or of the last request during the pause */
  async get(): Promise<Result> {
    this.breaker.assertClosed();
    this.pending ??= this.start();
    return this.pending;
  }

  private async start(): Promise<Result> {
    try {
      return await this.send();
    } catch (error) {
      this.breaker.open(error);
      throw error;
    } finally {
      this.pending = undefined;
    }
  }
}
