import { isPunctuation } from '../../../shared/words';
import { meaningsOf } from './word-meanings';

/** The number of hash buckets, a power of two. Different features may share a bucket. */
export const BUCKET_COUNT = 2 ** 18;

/** The lengths of the n-grams of a word, in characters. They cover endings, prefixes and misspellings. */
const MIN_NGRAM_LENGTH = 3;
const MAX_NGRAM_LENGTH = 5;

/** Longer than words are. A message can be one word, which would be read in one step of tens of milliseconds. */
const MAX_WORD_LETTERS = 60;

/** Meanings at most this many words apart count as a pair in this order. */
const NEAR = 2;
const FAR = 5;

/** Messages of similar length share a feature: up to three words, up to seven, and so on. */
const WORDS_PER_STEP = 4;
const LENGTH_STEPS = 6;

/** The parts of features that depend on one word only. */
export interface ReadWord {
  readonly hash: number;
  /** Hashes of its meanings. */
  readonly meanings: readonly number[];
  readonly ownFeatures: readonly number[];
}

/** A number for each kind of feature. */
const KINDS = {
  word: 1,
  part: 2,
  pair: 3,
  apart: 4,
  meaning: 5,
  near: 6,
  far: 7,
  both: 8,
  length: 9,
  question: 10,
  first: 11,
  before: 12,
  after: 13,
} as const;

/**
 * Returns the words of a message without punctuation. A number counts as `0` if it has one digit, else as `00`.
 * @param words from `splitWords`
 */
export function readWords(words: readonly string[]): ReadWord[] {
  const read = new Map<string, ReadWord>();
  return words
    .filter((word) => !isPunctuation(word))
    .map((written) => {
      const known = read.get(written) ?? readWord(written);
      read.set(written, known);
      return known;
    });
}

function readWord(written: string): ReadWord {
  const word = written
    .slice(0, MAX_WORD_LETTERS)
    .replace(/\d+/g, (digits) => (digits.length === 1 ? '0' : '00'));
  const hash = hashText(word);
  const parts = [...generateNgrams(`<${word}>`)].map((part) => bucketOf('part', hashText(part)));
  return {
    hash,
    meanings: meaningsOf(word).map(hashText),
    ownFeatures: [bucketOf('word', hash), ...parts],
  };
}

/** Returns whether a message has a question mark. */
export function isQuestion(message: string): boolean {
  return /[?؟]/.test(message);
}

/**
 * Returns the buckets of the features of a message or a piece of it: the words, their parts, pairs of words with at most one other
 * between them, meanings and pairs of meanings, meanings with the word before and after them, the first words, and the length.
 * @param asks whether the message has a question mark
 */
export function hashFeatures(words: readonly ReadWord[], asks: boolean): readonly number[] {
  const buckets = new Buckets();
  for (const [position, { hash, meanings, ownFeatures }] of words.entries()) {
    for (const feature of ownFeatures) buckets.add(feature);
    const [previous, next, afterNext] = [words[position - 1], words[position + 1], words[position + 2]];
    if (next) buckets.add(bucketOf('pair', hash, next.hash));
    if (afterNext) buckets.add(bucketOf('apart', hash, afterNext.hash));
    for (const meaning of meanings) {
      buckets.add(bucketOf('meaning', meaning));
      if (previous) buckets.add(bucketOf('before', meaning, previous.hash));
      if (next) buckets.add(bucketOf('after', meaning, next.hash));
      for (let distance = 0; distance < FAR; distance += 1)
        for (const other of words[position + 1 + distance]?.meanings ?? [])
          buckets.add(bucketOf(distance < NEAR ? 'near' : 'far', meaning, other));
    }
  }
  const all = [...new Set(words.flatMap(({ meanings }) => meanings))].sort((one, other) => one - other);
  for (const [index, meaning] of all.entries())
    for (let later = index + 1; later < all.length; later += 1)
      buckets.add(bucketOf('both', meaning, all[later]));
  buckets.add(bucketOf('length', Math.min(LENGTH_STEPS, Math.floor(words.length / WORDS_PER_STEP))));
  buckets.add(bucketOf('question', Number(asks)));
  const [first, second] = words;
  if (first) buckets.add(bucketOf('first', first.hash));
  if (first && second) buckets.add(bucketOf('first', first.hash, second.hash));
  return buckets.added;
}

/** Different buckets. A `Set` of them takes several times as long. */
class Buckets {
  private static readonly lastSeenIn = new Uint32Array(BUCKET_COUNT);
  private static count = 0;

  readonly added: number[] = [];
  private readonly number = (Buckets.count = (Buckets.count + 1) >>> 0);

  add(bucket: number): void {
    if (Buckets.lastSeenIn[bucket] === this.number) return;
    Buckets.lastSeenIn[bucket] = this.number;
    this.added.push(bucket);
  }
}

function* generateNgrams(word: string): Generator<string> {
  for (let length = MIN_NGRAM_LENGTH; length <= MAX_NGRAM_LENGTH; length += 1) {
    for (let start = 0; start + length <= word.length; start += 1) yield word.slice(start, start + length);
  }
}

/** Returns the bucket of a feature of a kind, given the hashes of what it consists of. */
function bucketOf(kind: keyof typeof KINDS, one: number, other = 0): number {
  const hash = mix(mix(KINDS[kind], one), other);
  return hash & (BUCKET_COUNT - 1);
}

/** Returns a hash of two, by the last steps of MurmurHash3. */
function mix(one: number, other: number): number {
  let hash = Math.imul(one ^ Math.imul(other, 0xcc9e2d51), 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Returns the hash of a text, by FNV-1a over UTF-16 code units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
