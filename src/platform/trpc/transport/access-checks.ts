/** Time between two checks. Each is a look-up of a session, which concurrent calls share. */
const CHECK_INTERVAL_MS = 2_000;

/** Returns the error of a caller that may no longer read a stream, or undefined. Never rejects. */
export type FindDenial = () => Promise<Error | undefined>;

/** Checks regularly, until `stop`, whether the caller of a stream may still read it. */
export class AccessChecks {
  private found: Error | undefined;
  private isChecking = false;
  private readonly timer: NodeJS.Timeout;

  /** @param onDenied is called once the caller may no longer read */
  constructor(
    private readonly findDenial: FindDenial,
    private readonly onDenied: () => void,
  ) {
    this.timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS);
  }

  /** @throws the error that was found */
  assertNotDenied(): void {
    if (this.found) throw this.found;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    this.found = await this.findDenial();
    this.isChecking = false;
    if (!this.found) return;
    this.stop();
    this.onDenied();
  }
}
