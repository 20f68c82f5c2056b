/** A failure that is answered again for a while, so that a portal in trouble is left alone and callers learn of it at once. */
export class RecentFailure {
  private failure: { readonly error: unknown; readonly until: number } | undefined;

  /** @param pause milliseconds during which a failure counts */
  constructor(private readonly pause: number) {}

  get isRecent(): boolean {
    return this.failure !== undefined && Date.now() < this.failure.until;
  }

  /** @throws the failure, while it counts */
  assertOver(): void {
    if (this.isRecent) throw this.failure?.error;
  }

  remember(error: unknown): void {
    this.failure = { error, until: Date.now() + this.pause };
  }

  forget(): void {
    this.failure = undefined;
  }
}
