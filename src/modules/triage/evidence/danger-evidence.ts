import { z } from 'zod';
import file from './danger-weights.json';
import { FEATURE_KINDS, featuresOf, plainWordsOf } from './message-features';

const weightsSchema = z.strictObject({
  about: z.array(z.string()),
  /** Of labelled messages that they were learned from. */
  messages: z.int().positive(),
  /** What speaks for danger in a message of which nothing else is known. */
  bias: z.number(),
  /** What one unit of a weight stands for. */
  unit: z.number().positive(),
  /** A weight from -127 to 127 for each kind of feature, as bytes in base64. */
  weights: z.base64(),
});

/** Fewer words may be part of anything. */
const FEWEST_WORDS = 8;

interface Weights {
  readonly bias: number;
  readonly unit: number;
  readonly weights: Int8Array;
}

let read: Weights | undefined;

function weightsOfFile(): Weights {
  if (read) return read;
  const { bias, unit, weights } = weightsSchema.parse(file);
  const bytes = Buffer.from(weights, 'base64');
  if (bytes.length !== FEATURE_KINDS)
    throw new Error('danger-weights.json: a weight is missing, or too much.');
  return (read = { bias, unit, weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) });
}

/**
 * How much a message as a whole resembles emergencies rather than other messages, by everything in it and nothing in
 * particular: a log-odds, above zero for what is more likely one. Zero for a message of few words.
 */
export function evidenceOf(message: string): number {
  const words = plainWordsOf(message);
  if (words.length < FEWEST_WORDS) return 0;
  const { bias, unit, weights } = weightsOfFile();
  const kinds = featuresOf(words);
  let sum = 0;
  for (const kind of kinds) sum += weights[kind] ?? 0;
  return bias + (unit * sum) / Math.sqrt(kinds.size);
}
