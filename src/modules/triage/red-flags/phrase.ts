import { addTo } from '../../../shared/groups';
import { COMMA, isPunctuation, splitWords } from '../../../shared/words';

/** The longest gap that `*` stands for, in words. */
const MAX_GAP = 4;

/** "And" in Arabic is written with the next word. */
const ARABIC_AND = 'و';

/** Phrases are found by so many letters of their first word, so that a word is compared with few of them. */
const KEY_LENGTH = 3;

/** Of one part of a phrase. */
interface Matcher {
  readonly matches: (word: string) => boolean;
  /** The first letters of the words that match; undefined if any word may. */
  readonly keys: readonly string[] | undefined;
}

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

  /** The first letters of the words with which it begins; undefined if they may be any. */
  get keys(): readonly string[] | undefined {
    const [first] = this.matchers;
    return first === 'gap' ? undefined : first?.keys;
  }

  /** @param keys the first letters of the words of a message. Returns false if the message has no word for a part. */
  mayOccurAmong(keys: ReadonlySet<string>): boolean {
    return this.matchers.every(
      (matcher) => matcher === 'gap' || (matcher.keys?.some((key) => keys.has(key)) ?? true),
    );
  }

  /**
   * Returns whether the phrase occurs at a word of a message.
   * @param words from `splitWords`
   */
  occursAt(words: readonly string[], start: number): boolean {
    return this.findEnd(words, start) !== undefined;
  }

  /** Returns the position after the phrase at a word of a message, or undefined if it does not occur there. */
  findEnd(words: readonly string[], start: number): number | undefined {
    return this.continue(words, start, 0);
  }

  private continue(words: readonly string[], at: number, part: number): number | undefined {
    const matcher = this.matchers[part];
    if (matcher === undefined) return at;
    const word = words[at];
    if (word === undefined) return undefined;
    if (matcher !== 'gap') return matcher.matches(word) ? this.continue(words, at + 1, part + 1) : undefined;
    for (let gap = 0; gap <= MAX_GAP; gap += 1) {
      const end = this.continue(words, at + gap, part + 1);
      if (end !== undefined) return end;
      const skipped = words[at + gap];
      if (skipped === undefined || isPunctuation(skipped)) return undefined;
    }
    return undefined;
  }
}

/** Finds which of many phrases occur in a message. */
export class PhraseIndex<Value> {
  private readonly byKey = new Map<string, Entry<Value>[]>();
  private readonly others: Entry<Value>[] = [];

  /** @param entries phrases, and what each of them stands for */
  constructor(entries: readonly Entry<Value>[]) {
    for (const entry of entries) {
      if (entry.phrase.keys === undefined) this.others.push(entry);
      for (const key of new Set(entry.phrase.keys)) addTo(this.byKey, key, entry);
    }
  }

  /**
   * Returns what the phrases in a message stand for.
   * @param words from `splitWords`
   */
  find(words: readonly string[]): Set<Value> {
    const found = new Set<Value>();
    const keys = new Set(words.flatMap((word) => [keyOf(word), keyOf(withoutArabicAnd(word))]));
    // Most phrases have a word that the message does not have, and their first one may be all over it.
    const possible = (entries: readonly Entry<Value>[] = []) =>
      entries.filter(({ phrase }) => phrase.mayOccurAmong(keys));
    const others = possible(this.others);
    const byKey = new Map([...keys].map((key) => [key, possible(this.byKey.get(key))]));
    for (const [start, word] of words.entries()) {
      const alone = withoutArabicAnd(word);
      const lists = [others, byKey.get(keyOf(word))];
      if (alone !== word) lists.push(byKey.get(keyOf(alone)));
      for (const entries of lists)
        for (const { phrase, value } of entries ?? [])
          if (!found.has(value) && phrase.occursAt(words, start)) found.add(value);
    }
    return found;
  }
}

/** Returns the words of a message with a comma for each word of a phrase in it. */
export function maskPhrases(words: readonly string[], phrases: readonly Phrase[]): string[] {
  const masked = [...words];
  for (const phrase of phrases)
    for (const start of words.keys()) {
      const end = phrase.findEnd(words, start);
      if (end !== undefined) masked.fill(COMMA, start, end);
    }
  return masked;
}

/** Indexes the phrases of parts of sentences, each of which stands for its part. */
export function indexParts(parts: Readonly<Record<string, readonly string[]>>): PhraseIndex<string> {
  return new PhraseIndex(
    Object.entries(parts).flatMap(([value, phrases]) =>
      phrases.map((phrase) => ({ phrase: new Phrase(phrase), value })),
    ),
  );
}

interface Entry<Value> {
  readonly phrase: Phrase;
  readonly value: Value;
}

function createMatcher(part: string): Matcher {
  const alternatives = part.split('|').map(createAlternative);
  const keys = alternatives.map(({ keys: own }) => own);
  return {
    matches: (word) => {
      const alone = withoutArabicAnd(word);
      return alternatives.some(({ matches }) => matches(word) || (alone !== word && matches(alone)));
    },
    keys: keys.every((own) => own !== undefined) ? keys.flat() : undefined,
  };
}

function createAlternative(alternative: string): Matcher {
  const range = /^#(?:(\d+)-(\d+))?$/.exec(alternative);
  if (range) {
    const [from, to] = [Number(range[1] ?? 0), Number(range[2] ?? Infinity)];
    return {
      matches: (word) => /^\d+$/.test(word) && Number(word) >= from && Number(word) <= to,
      keys: undefined,
    };
  }
  const isBeginning = alternative.endsWith('~');
  const [folded, ...others] = splitWords(isBeginning ? alternative.slice(0, -1) : alternative);
  if (folded === undefined || others.length > 0)
    throw new TypeError(`not one word of a phrase: "${alternative}"`);
  return {
    matches: isBeginning ? (word) => word.startsWith(folded) : (word) => word === folded,
    keys: isBeginning && folded.length < KEY_LENGTH ? undefined : [keyOf(folded)],
  };
}

function keyOf(word: string): string {
  return word.slice(0, KEY_LENGTH);
}

function withoutArabicAnd(word: string): string {
  return word.startsWith(ARABIC_AND) ? word.slice(1) : word;
}
