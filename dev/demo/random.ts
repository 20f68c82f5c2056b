/** Returns the next pseudorandom number, from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** Creates a generator that gives the same numbers for the same seed: mulberry32 by Tommy Ettinger. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws a number of events from a Poisson distribution. */
export function drawPoisson(random: Random, mean: number): number {
  // The times between events are exponential: counts the events of one unit of time.
  let count = -1;
  for (let elapsed = 0; elapsed <= mean; count += 1) elapsed -= Math.log(1 - random());
  return count;
}

/** Draws an integer from 0 (included) to `limit` (excluded). */
export function drawInteger(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}
