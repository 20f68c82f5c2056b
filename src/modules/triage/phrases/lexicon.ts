import { LRUCache } from 'lru-cache';
import { addIds, type Ids, type PatternWord, withId } from './pattern-words';
import { SpellingTrie } from './spelling-trie';

/** A word belongs to the language if it begins with a stem this long, or has few letters after a shorter stem. */
const MIN_DISTINCT_LENGTH = 6;
const MIN_STEM_LENGTH = 4;
const MAX_ENDING_LENGTH = 3;
/** "is" is not the plural of "i". */
const MIN_PLURAL_LENGTH = 3;
/** The minimum length of a word without its prefix. */
const MIN_REMAINDER_LENGTH = 2;

/** Words of messages whose matches are cached. */
const MAX_CACHED_WORDS = 2_000;
/** V8 keeps a whole message in memory for a longer word of it. */
const MAX_CACHED_LENGTH = 12;

/** The words in the patterns of one language, and which of them a written word matches. */
export class Lexicon {
  private readonly words = new Map<string, Ids>();
  private readonly stems = new Map<string, Ids>();
  private readonly prefixable = new Set<number>();
  private readonly trie: SpellingTrie;
  private readonly matches = new LRUCache<string, ReadonlySet<number>>({ max: MAX_CACHED_WORDS });
  private readonly known = new LRUCache<string, boolean>({ max: MAX_CACHED_WORDS });
  private readonly prefixes: ReadonlySet<string>;
  private readonly maxPrefixLength: number;
  private readonly maxStemLength: number;

  /**
   * @param words by their ids
   * @param prefixes all combinations that may stand before a word with `~` in front
   */
  constructor(words: readonly PatternWord[], prefixes: Iterable<string>) {
    this.prefixes = new Set(prefixes);
    this.maxPrefixLength = maxLength(this.prefixes);
    for (const [id, { text, isStem, takesPrefix }] of words.entries()) {
      const entries = isStem ? this.stems : this.words;
      entries.set(text, withId(entries.get(text), id));
      if (takesPrefix) this.prefixable.add(id);
    }
    this.maxStemLength = maxLength(this.stems.keys());
    this.trie = new SpellingTrie(words);
  }

  /** Returns whether a pattern contains the word itself or its singular. */
  has(word: string): boolean {
    return this.words.has(word) || this.words.has(toSingular(word));
  }

  /** Returns whether the word belongs to the language as it is spelt, also with a stem or prefix. */
  isKnown(word: string): boolean {
    return cached(this.known, word, () => this.belongsToLanguage(word));
  }

  private belongsToLanguage(word: string): boolean {
    if (this.has(word)) return true;
    const minLength = Math.max(
      MIN_STEM_LENGTH,
      Math.min(MIN_DISTINCT_LENGTH, word.length - MAX_ENDING_LENGTH),
    );
    for (let length = minLength; length <= Math.min(word.length, this.maxStemLength); length += 1) {
      if (this.stems.has(word.slice(0, length))) return true;
    }
    return this.removePrefixes(word).some((rest) => this.findIds(rest).some((id) => this.prefixable.has(id)));
  }

  /** Returns the ids of the pattern words that a word matches. If it can be misspelt, corrections match too. */
  match(word: string, canBeMisspelt: boolean): ReadonlySet<number> {
    const exact = cached(this.matches, word, () => this.matchExactly(word));
    if (!canBeMisspelt) return exact;
    const ids = new Set(exact);
    for (const id of this.trie.find(word)) ids.add(id);
    for (const rest of this.removePrefixes(word)) this.addPrefixable(ids, this.trie.find(rest));
    return ids;
  }

  private matchExactly(word: string): ReadonlySet<number> {
    const ids = new Set(this.findIds(word));
    for (const rest of this.removePrefixes(word)) this.addPrefixable(ids, this.findIds(rest));
    return ids;
  }

  private addPrefixable(to: Set<number>, ids: readonly number[]): void {
    for (const id of ids) if (this.prefixable.has(id)) to.add(id);
  }

  private findIds(word: string): number[] {
    const ids: number[] = [];
    addIds(ids, this.words.get(word));
    addIds(ids, this.words.get(toSingular(word)));
    for (let length = 1; length <= Math.min(word.length, this.maxStemLength); length += 1)
      addIds(ids, this.stems.get(word.slice(0, length)));
    return ids;
  }

  private removePrefixes(word: string): string[] {
    const remainders: string[] = [];
    const maxLength = Math.min(this.maxPrefixLength, word.length - MIN_REMAINDER_LENGTH);
    for (let length = 1; length <= maxLength; length += 1) {
      if (this.prefixes.has(word.slice(0, length))) remainders.push(word.slice(length));
    }
    return remainders;
  }
}

function cached<Value extends object | boolean>(
  cache: LRUCache<string, Value>,
  word: string,
  compute: () => Value,
): Value {
  if (word.length > MAX_CACHED_LENGTH) return compute();
  const known = cache.get(word);
  if (known !== undefined) return known;
  const value = compute();
  cache.set(word, value);
  return value;
}

function maxLength(texts: Iterable<string>): number {
  let longest = 0;
  for (const { length } of texts) longest = Math.max(longest, length);
  return longest;
}

function toSingular(word: string): string {
  return word.length >= MIN_PLURAL_LENGTH && word.endsWith('s') ? word.slice(0, -1) : '';
}
