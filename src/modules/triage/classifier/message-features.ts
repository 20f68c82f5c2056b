import { isPunctuation, splitWords } from '../../../shared/words';

/** The number of hash buckets, a power of two. Different features may share a bucket. */
export const BUCKET_COUNT = 2 ** 17;

/** The lengths of the n-grams of a word, in characters. They cover endings, prefixes and misspellings. */
const MIN_NGRAM_LENGTH = 3;
const MAX_NGRAM_LENGTH = 5;

/** Returns the folded words of a message. A number becomes `0` if it has one digit, else `00`. */
export function normalizeWords(message: string): string[] {
  return splitWords(message)
    .filter((word) => !isPunctuation(word))
    .map((word) => word.replace(/\d+/g, (digits) => (digits.length === 1 ? '0' : '00')));
}

/**
 * Returns the buckets of the features of a message: its words, their n-grams, and pairs of words with at most one other
 * between them.
 * @param words from `normalizeWords`
 */
export function hashFeatures(words: readonly string[]): ReadonlySet<number> {
  const buckets = new Set<number>();
  const add = (feature: string) => buckets.add(hashFeature(feature));
  for (const [position, word] of words.entries()) {
    add(`word ${word}`);
    for (const ngram of generateNgrams(`<${word}>`)) add(`part ${ngram}`);
    const [, next, afterNext] = words.slice(position, position + 3);
    if (next !== undefined) add(`pair ${word} ${next}`);
    if (afterNext !== undefined) add(`apart ${word} ${afterNext}`);
  }
  return buckets;
}

function* generateNgrams(word: string): Generator<string> {
  for (let length = MIN_NGRAM_LENGTH; length <= MAX_NGRAM_LENGTH; length += 1) {
    for (let start = 0; start + length <= word.length; start += 1) yield word.slice(start, start + length);
  }
}

/** Returns the bucket of a feature, by FNV-1a over UTF-16 code units. */
function hashFeature(feature: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < feature.length; index += 1) {
    hash = Math.imul(hash ^ feature.charCodeAt(index), 0x01000193);
  }
  // The upper bits are mixed best.
  return ((hash >>> 15) ^ hash) & (BUCKET_COUNT - 1);
}
