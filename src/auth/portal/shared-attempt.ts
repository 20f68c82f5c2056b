/**
 * Something asked of the portal that many calls wait for. It is asked once at a time, and not again for a while after it
 * failed, so that a portal in trouble is left alone and callers learn of it at once.
 */
export class SharedAttempt<Result> {
  private running: Promise<Result> | undefined;
  private failure: { readonly error: unknown; readonly until: number } | undefined;

  /** @param pause milliseconds during which a failure is answered without asking again */
  constructor(
    private readonly ask: () => Promise<Result>,
    private readonly pause: number,
  ) {}

  async get(): Promise<Result> {
    if (this.failure && Date.now() < this.failure.until) throw this.failure.error;
    this.running ??= this.begin();
    return this.running;
  }

  private async begin(): Promise<Result> {
    try {
      const result = await this.ask();
      this.failure = undefined;
      return result;
    } catch (error) {
      this.failure = { error, until: Date.now() + this.pause };
      throw error;
    } finally {
      this.running = undefined;
    }
  }
}
