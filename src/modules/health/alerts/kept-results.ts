/** Milliseconds that a computation may take without its result being kept. */
const CHEAP = 300;
/** For how many times as long as it took a result is as good as new, and for how long at most. */
const TIMES = 20;
const LONGEST = 5 * 60 * 1_000;
/** For how long a result is good enough while a new one is computed. */
const WHILE_RENEWED = 60 * 60 * 1_000;
/** Results that are kept at once. */
const MOST = 200;

interface Kept<Result> {
  readonly result: Promise<Result>;
  /** On the clock: until when it is answered as it is, and until when it is answered while a new one is computed. */
  fresh: number;
  usable: number;
  renewing: boolean;
}

/**
 * Keeps what is slow to compute: of callers at the same time, one computes and the others wait for it, and the result is kept
 * for a multiple of the time it took. After that it is answered for an hour still, while a new one is computed: whoever looks
 * in between waits for nothing. So no more than a twentieth of the time goes into computing it, however many ask, and what
 * is fast is never old. Of failures nothing is kept.
 */
export class KeptResults<Result> {
  private readonly kept = new Map<string, Kept<Result>>();

  constructor(private readonly clock: () => number = () => performance.now()) {}

  async get(key: string, compute: () => Promise<Result>): Promise<Result> {
    const found = this.kept.get(key);
    const now = this.clock();
    if (found === undefined || found.usable <= now) return this.begin(key, compute);
    if (found.fresh <= now && !found.renewing) {
      found.renewing = true;
      // Nobody waits for it: where it fails, the next caller tries again.
      this.begin(key, compute, found).catch(() => undefined);
    }
    return found.result;
  }

  /** @param old what is answered until the new result is there */
  private begin(key: string, compute: () => Promise<Result>, old?: Kept<Result>): Promise<Result> {
    const began = this.clock();
    const result = compute();
    const entry: Kept<Result> = { result, fresh: Infinity, usable: Infinity, renewing: false };
    if (old === undefined) this.keep(key, entry);
    result.then(
      () => {
        const now = this.clock();
        const took = now - began;
        entry.fresh = took < CHEAP ? 0 : now + Math.min(LONGEST, TIMES * took);
        entry.usable = took < CHEAP ? 0 : now + WHILE_RENEWED;
        if (old !== undefined) this.keep(key, entry);
      },
      () => {
        entry.usable = 0;
        if (old !== undefined) old.renewing = false;
      },
    );
    return result;
  }

  private keep(key: string, entry: Kept<Result>): void {
    this.kept.delete(key);
    this.kept.set(key, entry);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST) break;
      this.kept.delete(oldest);
    }
  }
}
