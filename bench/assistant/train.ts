import { FEATURE_KINDS, featuresOf, plainWordsOf } from '../../src/modules/triage/evidence/message-features';
import type { LabelledMessage } from './evaluate';

const ROUNDS = 12;
const RATE = 0.5;
const BIAS_RATE = 0.01;
/** Keeps weights of what is rare small. */
const DECAY = 1e-5;
const SEED = 1;
const MOST = 127;

/** What `danger-weights.json` holds of them. */
export interface LearnedWeights {
  readonly messages: number;
  readonly bias: number;
  readonly unit: number;
  readonly weights: string;
}

type Learnable = Pick<LabelledMessage, 'text' | 'label'>;

/**
 * Learns what tells emergencies from other messages: logistic regression over the features of each message, by AdaGrad. The
 * same messages in the same order give the same weights.
 */
export function train(messages: readonly Learnable[]): LearnedWeights {
  const examples = messages.map(({ text, label }) => ({
    kinds: Uint32Array.from(featuresOf(plainWordsOf(text))),
    isEmergency: label === 'emergency' ? 1 : 0,
  }));
  const weights = new Float64Array(FEATURE_KINDS);
  const squares = new Float64Array(FEATURE_KINDS).fill(1e-6);
  const random = randomOf(SEED);
  let bias = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(examples, random);
    for (const { kinds, isEmergency } of examples) {
      const length = Math.sqrt(kinds.length || 1);
      let sum = 0;
      for (const kind of kinds) sum += weights[kind] ?? 0;
      const wrong = 1 / (1 + Math.exp(-(bias + sum / length))) - isEmergency;
      for (const kind of kinds) {
        const weight = weights[kind] ?? 0;
        const gradient = wrong / length + DECAY * weight;
        const square = (squares[kind] ?? 0) + gradient * gradient;
        squares[kind] = square;
        weights[kind] = weight - (RATE * gradient) / Math.sqrt(square);
      }
      bias -= BIAS_RATE * wrong;
    }
  }
  const unit = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / MOST || 1;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / unit));
  return { messages: messages.length, bias, unit, weights: Buffer.from(bytes.buffer).toString('base64') };
}

function shuffle(items: unknown[], random: () => number): void {
  for (let place = items.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1));
    [items[place], items[other]] = [items[other], items[place]];
  }
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
