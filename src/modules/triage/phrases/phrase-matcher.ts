import { COMMA, fold, isPause, STOP } from './words';

/** Most words that `*` stands for. */
const LONGEST_GAP = 3;
const INDEXED_LETTERS = 3;

interface Phrase {
  readonly text: string;
  /** A word, `begin~` or `*`. */
  readonly parts: readonly string[];
}

interface Occurrence {
  readonly text: string;
  readonly start: number;
  /** The place after its last word. */
  readonly end: number;
}

/** The phrases that a message holds, as they were given to the matcher. */
export interface PhrasesFound {
  /** Said at least once without a negation. */
  readonly affirmed: ReadonlySet<string>;
  /** Only ever negated. */
  readonly denied: ReadonlySet<string>;
  /** Places of the words that belong to a phrase. */
  readonly covered: ReadonlySet<number>;
}

/** The words with which one language negates. */
export interface NegationWords {
  readonly negations: readonly string[];
  /** Those of them that may also be a plain answer ("No, the pain is worse"), and then negate nothing far. */
  readonly bareNegations: readonly string[];
  /** Words that may stand between a negation and what it negates. Anything else ends its reach. */
  readonly negatedThrough: readonly string[];
  readonly negatedThroughUnlessBare: readonly string[];
  /** What joins the items of one negation: "no fever or cough". */
  readonly alternatives: readonly string[];
}

/** How negations are said in one language. */
export class Negation {
  private readonly negations: ReadonlySet<string>;
  private readonly bare: ReadonlySet<string>;
  private readonly through: ReadonlySet<string>;
  private readonly throughUnlessBare: ReadonlySet<string>;
  private readonly alternatives: ReadonlySet<string>;

  constructor(vocabulary: NegationWords) {
    this.negations = new Set(vocabulary.negations);
    this.bare = new Set(vocabulary.bareNegations);
    this.through = new Set(vocabulary.negatedThrough);
    this.throughUnlessBare = new Set(vocabulary.negatedThroughUnlessBare);
    this.alternatives = new Set(vocabulary.alternatives);
  }

  isNegation(word: string): boolean {
    return this.negations.has(word);
  }

  /**
   * Walks back from a phrase to the negation that governs it, if there is one. Only words that are known to
   * carry a negation on may stand between: a danger sign that is taken for negated by mistake is worse than
   * one that is taken for present. "I do not know why, chest pain" is present; "no fever or chest pain" is not.
   * @param startsByEnd where the phrase starts that ends before a place: the items of a list
   */
  governs(words: readonly string[], start: number, startsByEnd: ReadonlyMap<number, number>): boolean {
    let isList = false;
    let isLoose = false;
    let place = start - 1;
    while (place >= 0) {
      const word = words[place] ?? STOP;
      if (this.negations.has(word)) return !(isLoose && this.bare.has(word));
      const item = isList ? startsByEnd.get(place + 1) : undefined;
      if (this.alternatives.has(word)) isList = true;
      else if (this.throughUnlessBare.has(word)) isLoose = true;
      else if (item !== undefined) place = item;
      else if (!this.through.has(word) && !(isList && word === COMMA)) return false;
      place -= 1;
    }
    return false;
  }
}

/**
 * Finds phrases in messages, on word boundaries. A word also matches its plural in -s; `word~` matches every
 * word that begins so; `*` stands for up to three other words.
 */
export class PhraseMatcher {
  /** By the first letters of a phrase, so that a long message does not meet every phrase at every word. */
  private readonly index = new Map<string, Phrase[]>();

  /** @param negations of every language that counts: people mix them */
  constructor(
    phrases: Iterable<string>,
    private readonly negations: readonly Negation[],
  ) {
    for (const text of new Set(phrases)) {
      const parts = fold(text).match(/[\p{L}\p{N}]+~?|\*/gu) ?? [];
      const key = parts[0]?.replace('~', '').slice(0, INDEXED_LETTERS);
      if (!key) throw new Error(`The phrase "${text}" has no first word.`);
      const sameBeginning = this.index.get(key);
      if (sameBeginning) sameBeginning.push({ text, parts });
      else this.index.set(key, [{ text, parts }]);
    }
  }

  /** @param words of `wordsOf` */
  find(words: readonly string[]): PhrasesFound {
    const occurrences = words.flatMap((word, start) => this.startingAt(words, start, word));
    // Of phrases that end together the longest is the item of the list, so the first one is set last.
    const startsByEnd = new Map([...occurrences].reverse().map(({ start, end }) => [end, start]));
    const isNegated = ({ start }: Occurrence) =>
      this.negations.some((negation) => negation.governs(words, start, startsByEnd));
    const affirmed = new Set(occurrences.filter((found) => !isNegated(found)).map(({ text }) => text));
    const denied = new Set(occurrences.map(({ text }) => text).filter((text) => !affirmed.has(text)));
    return { affirmed, denied, covered: new Set(occurrences.flatMap(placesOf)) };
  }

  private startingAt(words: readonly string[], start: number, word: string): Occurrence[] {
    const candidates = this.index.get(word.slice(0, INDEXED_LETTERS)) ?? [];
    return candidates.flatMap(({ text, parts }) => {
      const end = this.endOf(parts, words, start);
      return end === undefined ? [] : [{ text, start, end }];
    });
  }

  private endOf(parts: readonly string[], words: readonly string[], at: number): number | undefined {
    const [part, ...rest] = parts;
    if (part === undefined) return at;
    if (part !== '*') return matches(words[at], part) ? this.endOf(rest, words, at + 1) : undefined;
    for (let gap = 0; gap <= LONGEST_GAP; gap += 1) {
      const end = this.endOf(rest, words, at + gap);
      if (end !== undefined) return end;
      const skipped = words[at + gap];
      if (skipped === undefined || isPause(skipped)) break;
      if (this.negations.some((negation) => negation.isNegation(skipped))) break;
    }
    return undefined;
  }
}

function placesOf({ start, end }: Occurrence): number[] {
  return Array.from({ length: end - start }, (_, place) => start + place);
}

function matches(word: string | undefined, part: string): boolean {
  if (word === undefined) return false;
  if (part.endsWith('~')) return word.startsWith(part.slice(0, -1));
  return word === part || word === `${part}s`;
}
