import { listPositions } from './phrase-finder';
import { COMMA, foldText, isPunctuation, SENTENCE_END } from './words';

/** The maximum number of words that `*` matches. */
const MAX_GAP_WORDS = 3;
const INDEX_KEY_LENGTH = 3;

interface Phrase {
  readonly text: string;
  /** Each is a word, `begin~` or `*`. */
  readonly parts: readonly string[];
}

interface Occurrence {
  readonly text: string;
  readonly start: number;
  /** The position after its last word. */
  readonly end: number;
}

/** The phrases found in a message, as they were given to the matcher. */
export interface MatchedPhrases {
  /** Phrases that occur at least once without a negation. */
  readonly affirmed: ReadonlySet<string>;
  /** Phrases that occur only with a negation. */
  readonly negated: ReadonlySet<string>;
  /** Positions of the words in any occurrence. */
  readonly positions: ReadonlySet<number>;
}

/** The words that form negations in one language. */
export interface NegationWords {
  readonly negations: readonly string[];
  /** Negations that may also be a plain reply ("No, the pain is worse"). They reach less far. */
  readonly bareNegations: readonly string[];
  /** Words that may stand between a negation and the negated phrase. Any other word ends the scope. */
  readonly negatedThrough: readonly string[];
  /** Likewise, but not after a bare negation. */
  readonly negatedThroughUnlessBare: readonly string[];
  /** Words that join the items of a negated list: "no fever or cough". */
  readonly alternatives: readonly string[];
}

/** Decides which phrases are in the scope of a negation in one language. */
export class Negation {
  private readonly negations: ReadonlySet<string>;
  private readonly bare: ReadonlySet<string>;
  private readonly through: ReadonlySet<string>;
  private readonly throughUnlessBare: ReadonlySet<string>;
  private readonly alternatives: ReadonlySet<string>;

  constructor(words: NegationWords) {
    this.negations = new Set(words.negations);
    this.bare = new Set(words.bareNegations);
    this.through = new Set(words.negatedThrough);
    this.throughUnlessBare = new Set(words.negatedThroughUnlessBare);
    this.alternatives = new Set(words.alternatives);
  }

  isNegation(word: string): boolean {
    return this.negations.has(word);
  }

  /**
   * Returns whether a phrase is negated by a word before it. Only known words may stand in between, because a danger sign
   * that is wrongly negated is worse than one that is wrongly affirmed: "no fever or chest pain" is negated, "I do not know
   * why, chest pain" is not.
   * @param start the position of the phrase
   * @param startsByEnd the start of each phrase in the message by its end, to skip the items of a list
   */
  isInScope(words: readonly string[], start: number, startsByEnd: ReadonlyMap<number, number>): boolean {
    let isList = false;
    let isBareExcluded = false;
    let position = start - 1;
    while (position >= 0) {
      const word = words[position] ?? SENTENCE_END;
      if (this.negations.has(word)) return !(isBareExcluded && this.bare.has(word));
      const itemStart = isList ? startsByEnd.get(position + 1) : undefined;
      if (this.alternatives.has(word)) isList = true;
      else if (this.throughUnlessBare.has(word)) isBareExcluded = true;
      else if (itemStart !== undefined) position = itemStart;
      else if (!this.through.has(word) && !(isList && word === COMMA)) return false;
      position -= 1;
    }
    return false;
  }
}

/**
 * Finds phrases in messages, on word boundaries. A word also matches its plural in -s, `begin~` matches every word that
 * begins so, and `*` matches up to three other words.
 */
export class PhraseMatcher {
  /** By the first letters of the phrase, so that each word is compared with few phrases. */
  private readonly phrasesByKey = new Map<string, Phrase[]>();

  /** @param negations of every language that the message may contain */
  constructor(
    phrases: Iterable<string>,
    private readonly negations: readonly Negation[],
  ) {
    for (const text of new Set(phrases)) {
      const parts = foldText(text).match(/[\p{L}\p{N}]+~?|\*/gu) ?? [];
      const key = parts[0]?.replace('~', '').slice(0, INDEX_KEY_LENGTH);
      if (!key) throw new Error(`The phrase "${text}" has no first word.`);
      const sameKey = this.phrasesByKey.get(key);
      if (sameKey) sameKey.push({ text, parts });
      else this.phrasesByKey.set(key, [{ text, parts }]);
    }
  }

  /** @param words from `splitWords` */
  find(words: readonly string[]): MatchedPhrases {
    const occurrences = words.flatMap((word, start) => this.findAt(words, start, word));
    // In reverse, so that of phrases with the same end the longest is the item of a list.
    const startsByEnd = new Map([...occurrences].reverse().map(({ start, end }) => [end, start]));
    const isNegated = ({ start }: Occurrence) =>
      this.negations.some((negation) => negation.isInScope(words, start, startsByEnd));
    const affirmed = new Set(occurrences.filter((one) => !isNegated(one)).map(({ text }) => text));
    const negated = new Set(occurrences.map(({ text }) => text).filter((text) => !affirmed.has(text)));
    return { affirmed, negated, positions: new Set(occurrences.flatMap(listPositions)) };
  }

  private findAt(words: readonly string[], start: number, word: string): Occurrence[] {
    const candidates = this.phrasesByKey.get(word.slice(0, INDEX_KEY_LENGTH)) ?? [];
    return candidates.flatMap(({ text, parts }) => {
      const end = this.findEnd(parts, words, start);
      return end === undefined ? [] : [{ text, start, end }];
    });
  }

  private findEnd(parts: readonly string[], words: readonly string[], start: number): number | undefined {
    const [part, ...rest] = parts;
    if (part === undefined) return start;
    if (part !== '*') return matches(words[start], part) ? this.findEnd(rest, words, start + 1) : undefined;
    for (let gap = 0; gap <= MAX_GAP_WORDS; gap += 1) {
      const end = this.findEnd(rest, words, start + gap);
      if (end !== undefined) return end;
      const skipped = words[start + gap];
      if (skipped === undefined || isPunctuation(skipped)) break;
      if (this.negations.some((negation) => negation.isNegation(skipped))) break;
    }
    return undefined;
  }
}

function matches(word: string | undefined, part: string): boolean {
  if (word === undefined) return false;
  if (part.endsWith('~')) return word.startsWith(part.slice(0, -1));
  return word === part || word === `${part}s`;
}
