import { SpellingTrie } from './spelling-trie';

/** A word is known by its beginning when that is long enough to be no accident, or nearly all of it. */
const TELLING_STEM = 6;
const SHORTEST_STEM = 4;
const LONGEST_ENDING = 3;
/** "is" is not the plural of "i". */
const SHORTEST_PLURAL = 3;
/** What is left of a word without its prefix. */
const SHORTEST_REMAINDER = 2;

/** A word of a pattern: `word`, `begin~`, `~word` with any prefix of the language, `word!` spelt just so. */
export interface WordPattern {
  readonly text: string;
  readonly isStem: boolean;
  readonly takesPrefix: boolean;
  readonly isExact: boolean;
}

/** The words that one language's patterns are made of, and which of them a written word is. */
export class Lexicon {
  private readonly ids = new Map<string, number>();
  private readonly words = new Map<string, number[]>();
  private readonly stems = new Map<string, number[]>();
  private readonly prefixable = new Set<number>();
  private readonly trie = new SpellingTrie<number>();
  private readonly prefixTrie = new SpellingTrie<number>();
  private readonly prefixes: ReadonlySet<string>;
  private readonly longestPrefix: number;
  private longestStem = 0;

  /** @param prefixes every prefix that a word with `~` before it may have, put together of its parts */
  constructor(prefixes: Iterable<string>) {
    this.prefixes = new Set(prefixes);
    this.longestPrefix = Math.max(0, ...Array.from(this.prefixes, (prefix) => prefix.length));
  }

  /** The id of a pattern; the same one for the same pattern. */
  add(pattern: WordPattern): number {
    const { text, isStem, takesPrefix, isExact } = pattern;
    const key = `${takesPrefix ? '~' : ''}${text}${isStem ? '~' : ''}${isExact ? '!' : ''}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.ids.size;
    this.ids.set(key, id);
    const entries = isStem ? this.stems : this.words;
    entries.set(text, [...(entries.get(text) ?? []), id]);
    if (isStem) this.longestStem = Math.max(this.longestStem, text.length);
    if (takesPrefix) this.prefixable.add(id);
    if (!isExact) this.trie.add(text, isStem, id);
    if (!isExact && takesPrefix) this.prefixTrie.add(text, isStem, id);
    return id;
  }

  /** Whether a pattern is this very word. */
  has(word: string): boolean {
    return this.words.has(word) || this.words.has(singular(word));
  }

  /** Whether it is a word of this language's patterns as it stands, so that it is none of another, misspelt. */
  knows(word: string): boolean {
    if (this.has(word)) return true;
    const least = Math.max(SHORTEST_STEM, Math.min(TELLING_STEM, word.length - LONGEST_ENDING));
    for (let length = least; length <= Math.min(word.length, this.longestStem); length += 1) {
      if (this.stems.has(word.slice(0, length))) return true;
    }
    return this.remainders(word).some((rest) => this.of(rest).some((id) => this.prefixable.has(id)));
  }

  /** @param mayBeMisspelt false for a word that is known as it stands */
  read(word: string, mayBeMisspelt: boolean): ReadonlySet<number> {
    const ids = new Set(this.of(word));
    const remainders = this.remainders(word);
    for (const rest of remainders) {
      for (const id of this.of(rest)) if (this.prefixable.has(id)) ids.add(id);
    }
    if (!mayBeMisspelt) return ids;
    for (const id of this.trie.find(word)) ids.add(id);
    for (const rest of remainders) for (const id of this.prefixTrie.find(rest)) ids.add(id);
    return ids;
  }

  private of(word: string): number[] {
    const ids = [...(this.words.get(word) ?? []), ...(this.words.get(singular(word)) ?? [])];
    for (let length = 1; length <= Math.min(word.length, this.longestStem); length += 1) {
      const stems = this.stems.get(word.slice(0, length));
      if (stems) ids.push(...stems);
    }
    return ids;
  }

  private remainders(word: string): string[] {
    const remainders: string[] = [];
    const most = Math.min(this.longestPrefix, word.length - SHORTEST_REMAINDER);
    for (let length = 1; length <= most; length += 1) {
      if (this.prefixes.has(word.slice(0, length))) remainders.push(word.slice(length));
    }
    return remainders;
  }
}

function singular(word: string): string {
  return word.length >= SHORTEST_PLURAL && word.endsWith('s') ? word.slice(0, -1) : '';
}
