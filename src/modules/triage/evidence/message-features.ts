import { isPause, wordsOf } from '../phrases/words';

/** Of so many kinds; different features may share one, which learning sorts out. A power of two. */
export const FEATURE_KINDS = 2 ** 17;

/** Parts of words, in letters with the word's ends: they stand for endings, prefixes and misspellings. */
const SHORTEST_PART = 3;
const LONGEST_PART = 5;

/** Folded as for the rules; a number is one of one digit or of more. */
export function plainWordsOf(message: string): string[] {
  return wordsOf(message)
    .filter((word) => !isPause(word))
    .map((word) => word.replace(/\d+/g, (digits) => (digits.length === 1 ? '0' : '00')));
}

/**
 * What a message is made of, each kind once: its words, their parts, and pairs of words that are neighbours or have one
 * other between them.
 * @param words plain ones
 */
export function featuresOf(words: readonly string[]): ReadonlySet<number> {
  const kinds = new Set<number>();
  const add = (feature: string) => kinds.add(kindOf(feature));
  for (const [place, word] of words.entries()) {
    add(`word ${word}`);
    for (const part of partsOf(`<${word}>`)) add(`part ${part}`);
    const [, next, afterNext] = words.slice(place, place + 3);
    if (next !== undefined) add(`pair ${word} ${next}`);
    if (afterNext !== undefined) add(`apart ${word} ${afterNext}`);
  }
  return kinds;
}

function* partsOf(word: string): Generator<string> {
  for (let length = SHORTEST_PART; length <= LONGEST_PART; length += 1) {
    for (let start = 0; start + length <= word.length; start += 1) yield word.slice(start, start + length);
  }
}

/** FNV-1a over UTF-16 code units. */
function kindOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < feature.length; place += 1) {
    hash = Math.imul(hash ^ feature.charCodeAt(place), 0x01000193);
  }
  // The upper bits are mixed best.
  return ((hash >>> 15) ^ hash) & (FEATURE_KINDS - 1);
}
