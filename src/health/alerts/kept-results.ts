/** Milliseconds that a computation may take without its result being kept. */
const CHEAP = 300;
/** For how many times as long as it took a result is kept, and for how long at most. */
const TIMES = 20;
const LONGEST = 5 * 60 * 1_000;
/** Results that are kept at once. */
const MOST = 200;

interface Kept<Result> {
  readonly result: Promise<Result>;
  /** When it is too old, on the clock; Infinity while it is being computed. */
  until: number;
}

/**
 * Keeps what is slow to compute: of callers at the same time, one computes and the others wait for it, and the result is kept
 * for a multiple of the time it took. So no more than a twentieth of the time goes into computing it, however many ask,
 * and what is fast is never old. Of failures nothing is kept.
 */
export class KeptResults<Result> {
  private readonly kept = new Map<string, Kept<Result>>();

  constructor(private readonly clock: () => number = () => performance.now()) {}

  get(key: string, compute: () => Promise<Result>): Promise<Result> {
    const found = this.kept.get(key);
    if (found && found.until > this.clock()) return found.result;
    const began = this.clock();
    const entry: Kept<Result> = { result: compute(), until: Infinity };
    this.kept.delete(key);
    this.kept.set(key, entry);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST) break;
      this.kept.delete(oldest);
    }
    entry.result.then(
      () => {
        const took = this.clock() - began;
        entry.until = took < CHEAP ? 0 : this.clock() + Math.min(LONGEST, TIMES * took);
      },
      () => {
        entry.until = 0;
      },
    );
    return entry.result;
  }
}
