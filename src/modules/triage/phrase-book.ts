import { Lexicon } from './lexicon';
import { PatternCompiler } from './patterns';
import { type Occurrence, PhraseFinder, type ReadWord } from './phrase-finder';
import type { SignRules } from './sign-rules';

/** The occurrences in one message of the phrases of one language's file. */
export class PhrasesFound {
  constructor(private readonly found: ReadonlyMap<string, readonly Occurrence[]>) {}

  /** What was found, as it is written in the file. */
  phrases(): Iterable<string> {
    return this.found.keys();
  }

  of(phrase: string): readonly Occurrence[] {
    return this.found.get(phrase) ?? [];
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
  private readonly phrases: readonly string[];
  private readonly finder: PhraseFinder;

  /** @throws Error naming a phrase that cannot be read */
  constructor(rules: SignRules, phrases: Iterable<string>) {
    this.lexicon = new Lexicon(combinations(rules.prefixes));
    const compiler = new PatternCompiler(this.lexicon, rules.lists, rules.everyWordTakesPrefix);
    this.phrases = [...new Set(phrases)];
    const negations = new Set(rules.negations);
    this.finder = new PhraseFinder(
      this.phrases.map((phrase) => compiler.pattern(phrase)),
      (name) => compiler.list(name),
      (word) => negations.has(word),
    );
  }

  find(words: readonly ReadWord[]): PhrasesFound {
    const found = [...this.finder.find(words)];
    return new PhrasesFound(
      new Map(found.map(([index, occurrences]) => [this.phrases[index] ?? '', occurrences])),
    );
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
