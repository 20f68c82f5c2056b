import { z } from 'zod';

/** A weight of a class, from -127 to 127, in units of the class. */
export const MAX_WEIGHT = 127;

/** A trained reader as it is stored. */
export const readerSchema = z.strictObject({
  /** What it tells apart. */
  classes: z.array(z.string()).min(2),
  /** Number of buckets, a power of two: features are folded into it. */
  buckets: z.int().positive(),
  /** For each class, the log odds of a message without features. */
  biases: z.array(z.number()),
  /** For each class, the value of a weight of 1. */
  units: z.array(z.number().positive()),
  /** Divides the log odds, so that the probabilities are as often right as they say. */
  temperature: z.number().positive(),
  /** For each bucket, a signed byte for each class; in base64. */
  weights: z.base64(),
});

export type StoredReader = z.output<typeof readerSchema>;

/** Tells classes of messages apart, by multinomial logistic regression on their features. */
export class LinearReader<Class extends string> {
  private readonly weights: Int8Array;

  /** @throws TypeError if the stored classes are others, or a weight is missing or too much */
  constructor(
    readonly classes: readonly Class[],
    private readonly stored: StoredReader,
  ) {
    const bytes = Buffer.from(stored.weights, 'base64');
    const isWhole = bytes.length === stored.buckets * classes.length;
    if (!isWhole || stored.classes.join() !== classes.join())
      throw new TypeError('the weights are of other classes: train them again');
    this.weights = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Returns the probability of each class, in their order. */
  read(features: readonly number[]): number[] {
    const { buckets, biases, units, temperature } = this.stored;
    const count = this.classes.length;
    const sums = new Int32Array(count);
    for (const feature of features) {
      const start = (feature & (buckets - 1)) * count;
      for (let index = 0; index < count; index += 1)
        sums[index] = (sums[index] ?? 0) + (this.weights[start + index] ?? 0);
    }
    const length = Math.sqrt(features.length || 1);
    return softmax(
      Array.from(
        sums,
        (sum, index) => ((biases[index] ?? 0) + ((units[index] ?? 0) * sum) / length) / temperature,
      ),
    );
  }
}

/** Returns probabilities of logarithmic odds. */
export function softmax(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  const odds = logits.map((logit) => Math.exp(logit - highest));
  const sum = odds.reduce((total, odd) => total + odd, 0);
  return odds.map((odd) => odd / sum);
}
