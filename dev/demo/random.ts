/** Numbers that look random and are the same in every run: from 0 up to, not including, 1. */
export type Random = () => number;

/** Tommy Ettinger's mulberry32: 32 bits of state, ample for invented figures. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How often something happens that is expected to happen `mean` times. */
export function poisson(random: Random, mean: number): number {
  // The waits between such events are exponential: as many as fit into one unit of time.
  let times = -1;
  for (let elapsed = 0; elapsed <= mean; times += 1) elapsed -= Math.log(1 - random());
  return times;
}

/** A whole number from 0 up to, not including, `limit`. */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}
