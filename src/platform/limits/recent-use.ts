import { LRUCache } from 'lru-cache';

/** How many keys are remembered. */
const MAX_KEYS = 20_000;

interface Use {
  readonly amount: number;
  /** By `performance.now`. */
  readonly at: number;
}

/** Sums what keys use, and halves each sum every half-life: nothing else is stored for a key, and nothing expires at once. */
export class RecentUse {
  // Not `max`, which allocates the memory of all keys at once.
  private readonly uses = new LRUCache<string, Use>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });

  constructor(private readonly halfLifeMs: number) {}

  add(key: string, amount: number): void {
    this.uses.set(key, { amount: this.of(key) + amount, at: performance.now() });
  }

  /** Returns the time of the last use, by `performance.now`; 0 for an unknown key. */
  lastUseOf(key: string): number {
    return this.uses.get(key)?.at ?? 0;
  }

  /** Returns what a key used lately; 0 for an unknown one. */
  of(key: string): number {
    const use = this.uses.get(key);
    return use ? use.amount * 0.5 ** ((performance.now() - use.at) / this.halfLifeMs) : 0;
  }
}
