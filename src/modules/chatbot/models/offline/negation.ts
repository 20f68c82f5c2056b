import { COMMA, SENTENCE_END } from '../../../../shared/words';

/** The words that form negations in one language, separated by spaces. */
export interface NegationWords {
  readonly negations: string;
  /** Negations that may also be a plain reply ("No, the pain is worse"). They reach less far. */
  readonly bareNegations: string;
  /** Words that may stand between a negation and the negated phrase. Any other word ends the scope. */
  readonly negatedThrough: string;
  /** Likewise, but not after a bare negation. */
  readonly negatedThroughUnlessBare: string;
  /** Words that join the items of a negated list: "no fever or cough". */
  readonly alternatives: string;
}

/** Decides which phrases are in the scope of a negation in one language. */
export class Negation {
  private readonly negations: ReadonlySet<string>;
  private readonly bare: ReadonlySet<string>;
  private readonly through: ReadonlySet<string>;
  private readonly throughUnlessBare: ReadonlySet<string>;
  private readonly alternatives: ReadonlySet<string>;

  constructor(words: NegationWords) {
    this.negations = new Set(words.negations.split(' '));
    this.bare = new Set(words.bareNegations.split(' '));
    this.through = new Set(words.negatedThrough.split(' '));
    this.throughUnlessBare = new Set(words.negatedThroughUnlessBare.split(' '));
    this.alternatives = new Set(words.alternatives.split(' '));
  }

  isNegation(word: string): boolean {
    return this.negations.has(word);
  }

  /**
   * Returns whether a phrase is negated by a word before it. Only known words may stand in between, so that a doubtful case counts as
   * affirmed: "no fever or chest pain" is negated, "I do not know
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
