import { RecentFailure } from './recent-failure';

/**
 * Something asked of the portal that many calls wait for. It is asked once at a time, and not again for a while after it
 * failed, so that a portal in trouble is left alone and callers learn of it at once.
 */
export class SharedAttempt<Result> {
  private running: Promise<Result> | undefined;
  private readonly failure: RecentFailure;

  /** @param pause milliseconds during which a failure is answered without asking again */
  constructor(
    private readonly ask: () => Promise<Result>,
    pause: number,
  ) {
    this.failure = new RecentFailure(pause);
  }

  async get(): Promise<Result> {
    this.failure.assertOver();
    this.running ??= this.begin();
    return this.running;
  }

  private async begin(): Promise<Result> {
    try {
      const result = await this.ask();
      this.failure.forget();
      return result;
    } catch (error) {
      this.failure.remember(error);
      throw error;
    } finally {
      this.running = undefined;
    }
  }
}
