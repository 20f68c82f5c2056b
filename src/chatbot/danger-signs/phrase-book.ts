import { Lexicon } from './lexicon';
import { type Pattern, PatternCompiler } from './patterns';
import { type Occurrence, PhraseFinder, type ReadWord } from './phrase-finder';
import type { SignRules } from './sign-rules';

/** The occurrences in one message of the phrases of one language's file. */
export class PhrasesFound {
  constructor(
    private readonly indexes: ReadonlyMap<string, number>,
    private readonly found: ReadonlyMap<number, readonly Occurrence[]>,
  ) {}

  of(phrase: string): readonly Occurrence[] {
    return this.found.get(this.indexes.get(phrase) ?? -1) ?? [];
  }

  ofAny(phrases: readonly string[]): Occurrence[] {
    return phrases.flatMap((phrase) => this.of(phrase));
  }

  all(): Occurrence[] {
    return [...this.found.values()].flat();
  }
}

/** All phrases of one language's file, looked for at once. */
export class PhraseBook {
  readonly lexicon: Lexicon;
  private readonly indexes = new Map<string, number>();
  private readonly finder: PhraseFinder;

  /** @throws Error naming a phrase that cannot be read */
  constructor(rules: SignRules, phrases: Iterable<string>) {
    this.lexicon = new Lexicon(combinations(rules.prefixes));
    const compiler = new PatternCompiler(this.lexicon, rules.lists, rules.everyWordTakesPrefix);
    const patterns: Pattern[] = [];
    for (const phrase of new Set(phrases)) {
      this.indexes.set(phrase, patterns.length);
      patterns.push(compiler.pattern(phrase));
    }
    const negations = new Set(rules.negations);
    this.finder = new PhraseFinder(
      patterns,
      (name) => compiler.list(name),
      (word) => negations.has(word),
    );
  }

  find(words: readonly ReadWord[]): PhrasesFound {
    return new PhrasesFound(this.indexes, this.finder.find(words));
  }
}

/** One of each slot or none, in order; without the empty one. */
function combinations(slots: readonly (readonly string[])[]): string[] {
  const all = slots.reduce<readonly string[]>(
    (begun, slot) => begun.flatMap((begin) => [begin, ...slot.map((next) => begin + next)]),
    [''],
  );
  return all.filter((prefix) => prefix !== '');
}
