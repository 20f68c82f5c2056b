import { z } from 'zod';
import file from './danger-weights.json';
import { BUCKET_COUNT, hashFeatures, normalizeWords } from './message-features';

const weightsSchema = z.strictObject({
  about: z.array(z.string()),
  messages: z.int().positive(),
  /** The log odds of a message without features. */
  bias: z.number(),
  /** The value of a weight of 1. */
  unit: z.number().positive(),
  /** A weight from -127 to 127 for each feature bucket, as bytes in base64. */
  weights: z.base64(),
});

/** Shorter messages are too ambiguous for the classifier. */
const MIN_WORDS = 8;

interface Weights {
  readonly bias: number;
  readonly unit: number;
  readonly weights: Int8Array;
}

let loaded: Weights | undefined;

function loadWeights(): Weights {
  if (loaded) return loaded;
  const { bias, unit, weights } = weightsSchema.parse(file);
  const bytes = Buffer.from(weights, 'base64');
  if (bytes.length !== BUCKET_COUNT)
    throw new Error('danger-weights.json: a weight is missing, or too much.');
  return (loaded = { bias, unit, weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) });
}

/**
 * Returns the log odds that a message is an emergency, by logistic regression. Above zero, an emergency is more likely.
 * Returns zero for a message of fewer than eight words.
 */
export function calculateLogOdds(message: string): number {
  const words = normalizeWords(message);
  if (words.length < MIN_WORDS) return 0;
  const { bias, unit, weights } = loadWeights();
  const buckets = hashFeatures(words);
  let sum = 0;
  for (const bucket of buckets) sum += weights[bucket] ?? 0;
  return bias + (unit * sum) / Math.sqrt(buckets.size);
}
