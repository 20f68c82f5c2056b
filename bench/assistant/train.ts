import {
  BUCKET_COUNT,
  hashFeatures,
  normalizeWords,
} from '../../src/modules/triage/classifier/message-features';
import { createRandom, drawInteger, type Random } from '../../dev/demo/random';
import type { LabelledMessage } from './evaluate';

const ROUNDS = 12;
const LEARNING_RATE = 0.5;
const BIAS_LEARNING_RATE = 0.01;
/** Keeps the weights of rare features small. */
const WEIGHT_DECAY = 1e-5;
const SEED = 1;
const MAX_INT8 = 127;

/** The fields of `danger-weights.json` that training writes. */
export interface TrainedWeights {
  readonly messages: number;
  readonly bias: number;
  readonly unit: number;
  readonly weights: string;
}

type TrainingMessage = Pick<LabelledMessage, 'text' | 'label'>;

/**
 * Trains a logistic regression with AdaGrad that separates emergencies from other messages. The same messages in the same
 * order give the same weights.
 */
export function trainWeights(messages: readonly TrainingMessage[]): TrainedWeights {
  const examples = messages.map(({ text, label }) => ({
    buckets: Uint32Array.from(hashFeatures(normalizeWords(text))),
    isEmergency: label === 'emergency' ? 1 : 0,
  }));
  const weights = new Float64Array(BUCKET_COUNT);
  const squares = new Float64Array(BUCKET_COUNT).fill(1e-6);
  const random = createRandom(SEED);
  let bias = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(examples, random);
    for (const { buckets, isEmergency } of examples) {
      const length = Math.sqrt(buckets.length || 1);
      let sum = 0;
      for (const bucket of buckets) sum += weights[bucket] ?? 0;
      const error = 1 / (1 + Math.exp(-(bias + sum / length))) - isEmergency;
      for (const bucket of buckets) {
        const weight = weights[bucket] ?? 0;
        const gradient = error / length + WEIGHT_DECAY * weight;
        const square = (squares[bucket] ?? 0) + gradient * gradient;
        squares[bucket] = square;
        weights[bucket] = weight - (LEARNING_RATE * gradient) / Math.sqrt(square);
      }
      bias -= BIAS_LEARNING_RATE * error;
    }
  }
  const unit = weights.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 0) / MAX_INT8 || 1;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / unit));
  return { messages: messages.length, bias, unit, weights: Buffer.from(bytes.buffer).toString('base64') };
}

function shuffle(items: unknown[], random: Random): void {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = drawInteger(random, index + 1);
    [items[index], items[other]] = [items[other], items[index]];
  }
}
