import { Lexicon } from '../phrases/lexicon';
import { PatternCompiler } from '../phrases/pattern-compiler';
import { PatternWords } from '../phrases/pattern-words';
import { type Occurrence, PhraseFinder, type Token } from '../phrases/phrase-finder';
import type { SignRules } from '../signs/sign-rules';

/** The phrases of one language that occur in one message. */
export class FoundPhrases {
  constructor(private readonly occurrences: ReadonlyMap<string, readonly Occurrence[]>) {}

  /** Returns the found phrases, as the rule file spells them. */
  phrases(): Iterable<string> {
    return this.occurrences.keys();
  }

  of(phrase: string): readonly Occurrence[] {
    return this.occurrences.get(phrase) ?? [];
  }

  ofAny(phrases: readonly string[]): Occurrence[] {
    const occurrences: Occurrence[] = [];
    if (this.occurrences.size === 0) return occurrences;
    for (const phrase of phrases) {
      const found = this.occurrences.get(phrase);
      if (found) occurrences.push(...found);
    }
    return occurrences;
  }

  all(): Occurrence[] {
    return [...this.occurrences.values()].flat();
  }
}

/** Finds all phrases of one language's rule file in one pass. */
export class PhraseBook {
  readonly lexicon: Lexicon;
  private readonly phrases: readonly string[];
  private readonly finder: PhraseFinder;

  /** @throws Error that names an invalid phrase */
  constructor(rules: SignRules, phrases: Iterable<string>) {
    this.phrases = [...new Set(phrases)];
    const { words, patterns, lists } = compilePhrases(rules, this.phrases);
    this.lexicon = new Lexicon(words.list, combinePrefixes(rules.prefixes));
    this.finder = new PhraseFinder(patterns, lists, new Set(rules.negations));
  }

  find(tokens: readonly Token[]): FoundPhrases {
    const found = [...this.finder.find(tokens)];
    return new FoundPhrases(
      new Map(found.map(([index, occurrences]) => [this.phrases[index] ?? '', occurrences])),
    );
  }
}

function compilePhrases({ lists, everyWordTakesPrefix }: SignRules, phrases: readonly string[]) {
  const words = new PatternWords();
  const compiler = new PatternCompiler(words, lists, everyWordTakesPrefix);
  const patterns = phrases.map((phrase) => compiler.compile(phrase));
  return { words, patterns, lists: compiler.compiledLists };
}

/** Returns all combinations of one or no prefix from each slot, in order, without the empty one. */
function combinePrefixes(slots: readonly (readonly string[])[]): string[] {
  const combinations = slots.reduce<readonly string[]>(
    (prefixes, slot) => prefixes.flatMap((prefix) => [prefix, ...slot.map((next) => prefix + next)]),
    [''],
  );
  return combinations.filter((prefix) => prefix !== '');
}
