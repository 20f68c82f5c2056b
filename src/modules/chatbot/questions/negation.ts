import { COMMA } from '../../../shared/words';

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

/** Decides which words are in the scope of a negation in one language. */
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
   * Returns for each word whether a negation before it applies to it. Only known words may stand in between, so that a doubtful
   * case counts as affirmed: "no fever or chest pain" is negated, "I do not know why, chest pain" is not. Each word is read once.
   */
  findNegated(words: readonly string[]): boolean[] {
    let scope = NO_SCOPE;
    return words.map((word) => {
      const isNegated = scope.next;
      scope = this.scopeAfter(word, scope);
      return isNegated;
    });
  }

  private scopeAfter(word: string, before: Scope): Scope {
    if (this.negations.has(word)) return this.bare.has(word) ? BARE_SCOPE : FULL_SCOPE;
    const { nextInList, nextUnlessBare, nextInListUnlessBare } = before;
    if (this.alternatives.has(word))
      return { ...before, next: nextInList, nextUnlessBare: nextInListUnlessBare };
    if (this.throughUnlessBare.has(word))
      return { ...before, next: nextUnlessBare, nextInList: nextInListUnlessBare };
    if (this.through.has(word)) return before;
    if (word !== COMMA) return NO_SCOPE;
    // A copy for each of thousands of commas takes milliseconds.
    const isOpen = before.next || nextUnlessBare;
    return isOpen ? { ...before, next: false, nextUnlessBare: false } : before;
  }
}

/** Whether a negation reaches over a word to the next one, also if what follows is a list or excludes bare negations. */
interface Scope {
  readonly next: boolean;
  readonly nextInList: boolean;
  readonly nextUnlessBare: boolean;
  readonly nextInListUnlessBare: boolean;
}

const NO_SCOPE: Scope = {
  next: false,
  nextInList: false,
  nextUnlessBare: false,
  nextInListUnlessBare: false,
};
const BARE_SCOPE: Scope = { ...NO_SCOPE, next: true, nextInList: true };
const FULL_SCOPE: Scope = { ...BARE_SCOPE, nextUnlessBare: true, nextInListUnlessBare: true };
