import { createRandom, drawInteger, type Random } from '../../dev/demo/random';
import { MAX_WEIGHT, softmax, type StoredReader } from '../../src/modules/triage/classifier/linear-reader';

const ROUNDS = 12;
/** The weights are the mean of those after each of the last rounds, because the last examples of a round count too much. */
const AVERAGED_ROUNDS = 6;
const LEARNING_RATE = 0.3;
const BIAS_LEARNING_RATE = 0.01;
/** Keeps the weights of rare features small. */
const WEIGHT_DECAY = 1e-3;
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

interface Size {
  readonly classes: number;
  readonly buckets: number;
}

interface Trained {
  readonly weights: Float32Array;
  readonly biases: Float64Array;
}

/**
 * Trains a multinomial logistic regression with AdaGrad. The same examples in the same order give the same
 * weights.
 * @param trainings how many the weights are the mean of
 */
export function trainReader<Class extends string>(
  examples: readonly Example<Class>[],
  classes: readonly Class[],
  {
    buckets,
    trainings = 1,
  }: { /** A power of two. */ readonly buckets: number; readonly trainings?: number },
): StoredReader {
  const options = { size: { classes: classes.length, buckets }, trainings };
  const folded = fold(examples, classes, buckets);
  const isUnseen = (_example: Folded, index: number) => index % UNSEEN === 0;
  const trial = trainOften(
    folded.filter((example, index) => !isUnseen(example, index)),
    options,
  );
  const unseen = folded.filter(isUnseen).map((example) => ({ example, logits: logitsOf(example, trial) }));
  const { weights, biases } = trainOften(folded, options);
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

/** Returns the mean of several trainings, which differ in the order of the examples: each of them alone leans to its last ones. */
function trainOften(examples: readonly Folded[], options: { size: Size; trainings: number }): Trained {
  const { size, trainings } = options;
  const mean = {
    weights: new Float32Array(size.buckets * size.classes),
    biases: new Float64Array(size.classes),
  };
  for (let training = 0; training < trainings; training += 1) {
    const { weights, biases } = train(examples, size, SEED + training);
    addTo(mean.weights, weights, trainings);
    addTo(mean.biases, biases, trainings);
  }
  return mean;
}

function train(examples: readonly Folded[], { classes: classCount, buckets }: Size, seed: number): Trained {
  const weights = new Float32Array(buckets * classCount);
  const squares = new Float32Array(weights.length).fill(1e-6);
  const biases = new Float64Array(classCount);
  const means = new Float32Array(weights.length);
  const shuffled = [...examples];
  const random = createRandom(seed);
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(shuffled, random);
    for (const example of shuffled) {
      const errors = softmax(logitsOf(example, { weights, biases }));
      for (let index = 0; index < classCount; index += 1) {
        const wanted = index === example.class ? 1 : 0;
        const error = example.weight * ((errors[index] ?? 0) - wanted);
        biases[index] = (biases[index] ?? 0) - BIAS_LEARNING_RATE * error;
        if (Math.abs(error) <= NEGLIGIBLE_ERROR) continue;
        const step = error / example.length;
        for (const feature of example.features) {
          const at = feature * classCount + index;
          const weight = weights[at] ?? 0;
          const gradient = step + WEIGHT_DECAY * weight;
          const square = (squares[at] ?? 0) + gradient * gradient;
          squares[at] = square;
          weights[at] = weight - (LEARNING_RATE * gradient) / Math.sqrt(square);
        }
      }
    }
    if (round >= ROUNDS - AVERAGED_ROUNDS) addTo(means, weights, AVERAGED_ROUNDS);
  }
  return { weights: means, biases };
}

/** Adds a part of each value to a sum. */
function addTo<Values extends Float32Array | Float64Array>(
  sums: Values,
  values: Values,
  parts: number,
): void {
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (values[at] ?? 0) / parts;
}

function logitsOf({ features, length }: Folded, { weights, biases }: Trained): number[] {
  const count = biases.length;
  const sums = new Float64Array(count);
  for (const feature of features) {
    const start = feature * count;
    for (let index = 0; index < count; index += 1)
      sums[index] = (sums[index] ?? 0) + (weights[start + index] ?? 0);
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
