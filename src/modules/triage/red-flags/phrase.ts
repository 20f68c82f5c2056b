import { isPunctuation, splitWords } from '../../../shared/words';

/** The longest gap that `*` stands for, in words. */
const MAX_GAP = 4;

/** "And" in Arabic is written with the next word. */
const ARABIC_AND = /^و/;

type Matcher = (word: string) => boolean;

/**
 * A sequence of words. `word~` is any word with this beginning, `a|b` is either, `#` is a number, `#0-28` a number in this range,
 * and `*` is up to four words without punctuation.
 */
export class Phrase {
  private readonly matchers: readonly (Matcher | 'gap')[];

  /** @throws TypeError if it has no words, or begins or ends with a gap */
  constructor(readonly text: string) {
    this.matchers = text
      .trim()
      .split(/\s+/)
      .map((part) => (part === '*' ? 'gap' : createMatcher(part)));
    if (this.matchers.at(0) === 'gap' || this.matchers.at(-1) === 'gap' || text.trim() === '')
      throw new TypeError(`a phrase begins and ends with a word: "${text}"`);
  }

  /** @param words from `splitWords` */
  occursIn(words: readonly string[]): boolean {
    return words.some((_word, start) => this.continues(words, start, 0));
  }

  private continues(words: readonly string[], at: number, part: number): boolean {
    const matcher = this.matchers[part];
    if (matcher === undefined) return true;
    const word = words[at];
    if (word === undefined) return false;
    if (matcher !== 'gap') return matcher(word) && this.continues(words, at + 1, part + 1);
    for (let gap = 0; gap <= MAX_GAP; gap += 1) {
      if (this.continues(words, at + gap, part + 1)) return true;
      const skipped = words[at + gap];
      if (skipped === undefined || isPunctuation(skipped)) return false;
    }
    return false;
  }
}

function createMatcher(part: string): Matcher {
  const matchers = part.split('|').map((alternative): Matcher => {
    const range = /^#(?:(\d+)-(\d+))?$/.exec(alternative);
    if (range) {
      const [from, to] = [Number(range[1] ?? 0), Number(range[2] ?? Infinity)];
      return (word) => /^\d+$/.test(word) && Number(word) >= from && Number(word) <= to;
    }
    const isBeginning = alternative.endsWith('~');
    const [folded, ...others] = splitWords(isBeginning ? alternative.slice(0, -1) : alternative);
    if (folded === undefined || others.length > 0)
      throw new TypeError(`not one word of a phrase: "${alternative}"`);
    return isBeginning ? (word) => word.startsWith(folded) : (word) => word === folded;
  });
  return (word) => matchers.some((matches) => matches(word) || matches(word.replace(ARABIC_AND, '')));
}
