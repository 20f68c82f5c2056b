import { isPunctuation } from '../../../shared/words';
import { meaningsOf } from './word-meanings';

/** The number of hash buckets, a power of two. Different features may share a bucket. */
export const BUCKET_COUNT = 2 ** 18;

/** The lengths of the n-grams of a word, in characters. They cover endings, prefixes and misspellings. */
const MIN_NGRAM_LENGTH = 3;
const MAX_NGRAM_LENGTH = 5;

/** Meanings at most this many words apart count as a pair in this order. */
const NEAR = 2;
const FAR = 5;

/** Messages of similar length share a feature: up to three words, up to seven, and so on. */
const WORDS_PER_STEP = 4;
const LENGTH_STEPS = 6;

/** The parts of features that depend on one word only. */
export interface ReadWord {
  readonly word: string;
  readonly meanings: readonly string[];
  readonly ownFeatures: readonly number[];
}

/**
 * Returns the words of a message without punctuation. A number counts as `0` if it has one digit, else as `00`.
 * @param words from `splitWords`
 */
export function readWords(words: readonly string[]): ReadWord[] {
  return words
    .filter((word) => !isPunctuation(word))
    .map((written) => {
      const word = written.replace(/\d+/g, (digits) => (digits.length === 1 ? '0' : '00'));
      const ownFeatures = [`word ${word}`, ...generateNgrams(`<${word}>`)].map(hashFeature);
      return { word, meanings: meaningsOf(word), ownFeatures };
    });
}

/** Returns whether a message has a question mark. */
export function isQuestion(message: string): boolean {
  return /[?؟]/.test(message);
}

/**
 * Returns the buckets of the features of a message or a piece of it: the words, their parts, pairs of words with at most one other
 * between them, meanings and pairs of meanings, the first words, and the length.
 * @param asks whether the message has a question mark
 */
export function hashFeatures(words: readonly ReadWord[], asks: boolean): ReadonlySet<number> {
  const buckets = new Set(words.flatMap(({ ownFeatures }) => ownFeatures));
  const add = (feature: string) => buckets.add(hashFeature(feature));
  for (const [position, { word, meanings }] of words.entries()) {
    const following = words.slice(position + 1, position + 1 + FAR);
    const [next, afterNext] = following;
    if (next) add(`pair ${word} ${next.word}`);
    if (afterNext) add(`apart ${word} ${afterNext.word}`);
    for (const meaning of meanings) {
      add(`meaning ${meaning}`);
      for (const [distance, { meanings: later }] of following.entries())
        for (const other of later) add(`${distance < NEAR ? 'near' : 'far'} ${meaning} ${other}`);
    }
  }
  const all = [...new Set(words.flatMap(({ meanings }) => meanings))].sort();
  for (const [index, meaning] of all.entries())
    for (const other of all.slice(index + 1)) add(`both ${meaning} ${other}`);
  add(`length ${Math.min(LENGTH_STEPS, Math.floor(words.length / WORDS_PER_STEP))}`);
  add(`question ${asks}`);
  const [first, second] = words;
  if (first) add(`first ${first.word}`);
  if (first && second) add(`first ${first.word} ${second.word}`);
  return buckets;
}

function* generateNgrams(word: string): Generator<string> {
  for (let length = MIN_NGRAM_LENGTH; length <= MAX_NGRAM_LENGTH; length += 1) {
    for (let start = 0; start + length <= word.length; start += 1)
      yield `part ${word.slice(start, start + length)}`;
  }
}

/** Returns the bucket of a feature, by FNV-1a over UTF-16 code units. */
function hashFeature(feature: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < feature.length; index += 1) {
    hash = Math.imul(hash ^ feature.charCodeAt(index), 0x01000193);
  }
  // The upper bits are mixed best.
  return ((hash >>> 14) ^ hash) & (BUCKET_COUNT - 1);
}
