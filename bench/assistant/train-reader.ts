import { createRandom, drawInteger, type Random } from '../../dev/demo/random';
import { MAX_WEIGHT, softmax, type StoredReader } from '../../src/modules/triage/classifier/linear-reader';

const ROUNDS = 12;
/** The weights are the mean of those after each of the last rounds, because the last examples of a round count too much. */
const AVERAGED_ROUNDS = 6;
const LEARNING_RATE = 0.3;
const BIAS_LEARNING_RATE = 0.01;
/** Keeps the weights of rare features small. */
const WEIGHT_DECAY = 1e-5;
/** Smaller errors change nothing, which saves most of the time. */
const NEGLIGIBLE_ERROR = 0.002;
const SEED = 1;
/** Of so many examples, one is not learned at first, to find the temperature. */
const UNSEEN = 5;
const TEMPERATURES = Array.from({ length: 40 }, (_, index) => 0.3 * 1.08 ** index);

export interface Example<Class extends string> {
  readonly features: readonly number[];
  readonly class: Class;
  /** How much it counts. */
  readonly weight: number;
}

interface Folded {
  /** Features folded into the buckets of the reader, some of them more than once. */
  readonly features: Uint32Array;
  readonly class: number;
  readonly weight: number;
  /** Square root of the number of features. */
  readonly length: number;
}

interface Trained {
  readonly weights: Float32Array;
  readonly biases: Float64Array;
}

/**
 * Trains a multinomial logistic regression with AdaGrad. The same examples in the same order give the same
 * weights.
 * @param buckets a power of two
 */
export function trainReader<Class extends string>(
  examples: readonly Example<Class>[],
  classes: readonly Class[],
  buckets: number,
): StoredReader {
  const folded = fold(examples, classes, buckets);
  const isUnseen = (_example: Folded, index: number) => index % UNSEEN === 0;
  const trial = train(
    folded.filter((example, index) => !isUnseen(example, index)),
    classes.length,
    buckets,
  );
  const unseen = folded.filter(isUnseen).map((example) => ({ example, logits: logitsOf(example, trial) }));
  const { weights, biases } = train(folded, classes.length, buckets);
  const units = classes.map((_class, index) => unitOf(weights, classes.length, index));
  const bytes = Int8Array.from(weights, (weight, index) =>
    Math.round(weight / (units[index % classes.length] ?? 1)),
  );
  return {
    classes: [...classes],
    buckets,
    biases: [...biases],
    units,
    temperature: findTemperature(unseen),
    weights: Buffer.from(bytes.buffer).toString('base64'),
  };
}

function fold<Class extends string>(
  examples: readonly Example<Class>[],
  classes: readonly Class[],
  buckets: number,
): Folded[] {
  return examples.map(({ features, weight, ...example }) => ({
    features: Uint32Array.from(features, (feature) => feature & (buckets - 1)),
    class: classes.indexOf(example.class),
    weight,
    length: Math.sqrt(features.length || 1),
  }));
}

function train(examples: readonly Folded[], classCount: number, buckets: number): Trained {
  const weights = new Float32Array(buckets * classCount);
  const squares = new Float32Array(buckets * classCount).fill(1e-6);
  const biases = new Float64Array(classCount);
  const means = new Float32Array(weights.length);
  const shuffled = [...examples];
  const random = createRandom(SEED);
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(shuffled, random);
    for (const example of shuffled) {
      const errors = softmax(logitsOf(example, { weights, biases })).map(
        (probability, index) => example.weight * (probability - (index === example.class ? 1 : 0)),
      );
      const wrong = [...errors.entries()].filter(([, error]) => Math.abs(error) > NEGLIGIBLE_ERROR);
      for (const feature of example.features) {
        for (const [index, error] of wrong) {
          const at = feature * classCount + index;
          const weight = weights[at] ?? 0;
          const gradient = error / example.length + WEIGHT_DECAY * weight;
          const square = (squares[at] ?? 0) + gradient * gradient;
          squares[at] = square;
          weights[at] = weight - (LEARNING_RATE * gradient) / Math.sqrt(square);
        }
      }
      for (const [index, error] of errors.entries())
        biases[index] = (biases[index] ?? 0) - BIAS_LEARNING_RATE * error;
    }
    if (round < ROUNDS - AVERAGED_ROUNDS) continue;
    for (const [at, weight] of weights.entries()) means[at] = (means[at] ?? 0) + weight / AVERAGED_ROUNDS;
  }
  return { weights: means, biases };
}

function logitsOf({ features, length }: Folded, { weights, biases }: Trained): number[] {
  const count = biases.length;
  const sums = new Float64Array(count);
  for (const feature of features) {
    for (let index = 0; index < count; index += 1)
      sums[index] = (sums[index] ?? 0) + (weights[feature * count + index] ?? 0);
  }
  return Array.from(sums, (sum, index) => (biases[index] ?? 0) + sum / length);
}

function unitOf(weights: Float32Array, classCount: number, index: number): number {
  let largest = 0;
  for (let at = index; at < weights.length; at += classCount)
    largest = Math.max(largest, Math.abs(weights[at] ?? 0));
  return largest / MAX_WEIGHT || 1;
}

/** Returns the temperature with which unseen examples are most likely. */
function findTemperature(unseen: readonly { readonly example: Folded; readonly logits: number[] }[]): number {
  const losses = TEMPERATURES.map((temperature) => {
    const loss = unseen.reduce((sum, { example, logits }) => {
      const probability = softmax(logits.map((logit) => logit / temperature))[example.class] ?? 0;
      return sum - example.weight * Math.log(Math.max(probability, 1e-9));
    }, 0);
    return { temperature, loss };
  });
  return losses.reduce((best, next) => (next.loss < best.loss ? next : best)).temperature;
}

function shuffle(items: unknown[], random: Random): void {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = drawInteger(random, index + 1);
    [items[index], items[other]] = [items[other], items[index]];
  }
}
