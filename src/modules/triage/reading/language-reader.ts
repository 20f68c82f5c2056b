import type { Locale } from '../../../shared/locale';
import { listPositions, type Occurrence, type Token } from '../phrases/phrase-finder';
import { type Context, CONTEXTS, DANGER_SIGNS, type DangerSign, PERSONS } from '../signs/danger-sign';
import { parseSignRule, type SignRule } from '../signs/sign-rule';
import type { SignRules } from '../signs/sign-rules';
import { createExclusionRules, type ExclusionRules, Exclusions, type References } from './exclusions';
import { type FoundPhrases, PhraseBook } from './phrase-book';

/** The minimum length of a word without its joined negation. */
const MIN_NEGATED_LENGTH = 2;
/** The maximum distance between the phrases of one sign, in words. */
const MAX_WORDS_BETWEEN_PHRASES = 40;
const NO_IDS: ReadonlySet<number> = new Set();
/** French elides a short word before these letters. */
const VOWEL = /^[aeiouyh]/;
const NUMBER = /^\d{1,4}$/;

/** A sign found by the rules of one language, and the positions of its words. */
interface FoundSign {
  readonly sign: DangerSign;
  readonly positions: ReadonlySet<number>;
}

/** Returns whether an occurrence of a phrase counts. */
export type OccurrenceFilter = (occurrence: Occurrence, sign?: DangerSign) => boolean;

/** Reads messages by the rules of one language. */
export class LanguageReader {
  readonly spellings: ReadonlyMap<string, readonly string[]>;
  private readonly book: PhraseBook;
  private readonly commonWords: ReadonlySet<string>;
  private readonly numbers: ReadonlyMap<string, number>;
  /** By the first phrase of the rule, so that only rules with a found phrase are checked. */
  private readonly signRules = new Map<string, SignRule[]>();
  private readonly exclusionRules: ExclusionRules;

  constructor(
    readonly locale: Locale,
    private readonly rules: SignRules,
  ) {
    const signRules = DANGER_SIGNS.flatMap((sign) =>
      rules.signs[sign].map((text) => parseSignRule(sign, text)),
    );
    for (const rule of signRules) {
      const [first = ''] = rule.phrases;
      this.signRules.set(first, [...(this.signRules.get(first) ?? []), rule]);
    }
    this.book = new PhraseBook(rules, [
      ...signRules.flatMap(({ phrases, exceptions }) => [...phrases, ...exceptions]),
      ...CONTEXTS.flatMap((context) => rules.contexts[context]),
      ...rules.ages.newborn,
      ...rules.ages.child,
      ...rules.durations.before,
      ...rules.durations.after,
      ...rules.adults,
      ...listExclusionPhrases(rules),
    ]);
    this.spellings = new Map(
      Object.entries(rules.spellings).map(([written, meant]) => [
        written,
        meant.split(' ').filter((word) => word !== ''),
      ]),
    );
    this.numbers = new Map(Object.entries(rules.numbers));
    this.commonWords = new Set([
      ...rules.marks,
      ...rules.harmless,
      ...rules.negations,
      ...this.spellings.keys(),
      ...this.numbers.keys(),
    ]);
    this.exclusionRules = createExclusionRules(rules);
  }

  isKnown(word: string): boolean {
    return this.commonWords.has(word) || this.book.lexicon.isKnown(word);
  }

  /** Returns whether the rule file contains the word in this form. */
  has(word: string): boolean {
    return this.commonWords.has(word) || this.book.lexicon.has(word);
  }

  /** Returns the negation and the verb of a joined negation, or undefined: "mabyakolsh" is "ma byakol". */
  splitNegation(word: string): string[] | undefined {
    const { joinedNegation } = this.rules;
    if (!joinedNegation || this.has(word)) return undefined;
    const { negation, shapes } = joinedNegation;
    const verbs = shapes.map((shape) => {
      const [prefix = '', suffix = ''] = shape.split('…');
      return removeAffixes(word, prefix, suffix);
    });
    const verb = verbs.find((each) => each.length >= MIN_NEGATED_LENGTH && this.isKnown(each));
    return verb === undefined ? undefined : [negation, verb];
  }

  /** Returns the two words of an elision without apostrophe, or undefined: "lhopital" is "l hopital". */
  splitElision(word: string): string[] | undefined {
    const isElided = (rest: string) => VOWEL.test(rest) && this.has(rest);
    const elided = this.rules.elisions.find(
      (each) => word.startsWith(each) && isElided(word.slice(each.length)),
    );
    return elided === undefined ? undefined : [elided, word.slice(elided.length)];
  }

  /**
   * Returns whether a word is the negation that `splitNegation` split off, after the same negation before the verb:
   * "ma byakolsh" negates once.
   */
  isRepeatedNegation(word: string, previous: string | undefined): boolean {
    const { joinedNegation } = this.rules;
    return word === joinedNegation?.negation && joinedNegation.shapes.includes(`${previous ?? ''}…`);
  }

  /** Returns whether the word is so common that it is never a misspelt sign, in any language. */
  isCommon(word: string): boolean {
    return this.commonWords.has(word);
  }

  isNegation(word: string): boolean {
    return this.rules.negations.includes(word);
  }

  /** @param isForeign whether a word belongs to another language, and has no meaning in this one */
  findPhrases(
    words: readonly string[],
    canBeMisspelt: (word: string) => boolean,
    isForeign: (word: string) => boolean,
  ): FoundPhrases {
    const tokens = new Map<string, Token>();
    return this.book.find(
      words.map((text) => {
        const known = tokens.get(text);
        if (known) return known;
        const wordIds = isForeign(text) ? NO_IDS : this.book.lexicon.match(text, canBeMisspelt(text));
        const number = NUMBER.test(text) ? Number(text) : this.numbers.get(text);
        const token = { text, wordIds, number };
        tokens.set(text, token);
        return token;
      }),
    );
  }

  findReferences(found: FoundPhrases): References {
    const { people, present, persons } = this.rules;
    return {
      people: found.ofAny(people),
      present: found.ofAny(present),
      mentions: PERSONS.flatMap((person) =>
        found.ofAny(persons[person]).map((mention) => ({ ...mention, candidates: new Set([person]) })),
      ),
    };
  }

  /** @param references in all languages of the message */
  createExclusions(words: readonly string[], found: FoundPhrases, references: References): Exclusions {
    return new Exclusions(words, found, { ...this.exclusionRules, ...references });
  }

  findContexts(found: FoundPhrases, counts: OccurrenceFilter): Context[] {
    const { ages, contexts } = this.rules;
    return CONTEXTS.filter((context) =>
      [
        ...found.ofAny(contexts[context]),
        ...(context === 'newborn' || context === 'child' ? this.findAges(found, ages[context]) : []),
      ].some((occurrence) => counts(occurrence)),
    );
  }

  private findAges(found: FoundPhrases, ages: readonly string[]): Occurrence[] {
    const { durations, adults } = this.rules;
    if (found.ofAny(adults).length > 0) return [];
    const endsBefore = new Set(found.ofAny(durations.before).map(({ end }) => end));
    const startsAfter = new Set(found.ofAny(durations.after).map(({ start }) => start));
    return found.ofAny(ages).filter(({ start, end }) => !endsBefore.has(start) && !startsAfter.has(end));
  }

  findSigns(found: FoundPhrases, contexts: ReadonlySet<Context>, counts: OccurrenceFilter): FoundSign[] {
    const candidates = [...found.phrases()].flatMap((phrase) => this.signRules.get(phrase) ?? []);
    return candidates.flatMap((rule) => {
      if (!rule.contexts.every((context) => contexts.has(context))) return [];
      const occurrences = rule.phrases.map((phrase) =>
        found.of(phrase).filter((occurrence) => counts(occurrence, rule.sign)),
      );
      const positions = findTogether(occurrences);
      if (!positions || found.ofAny(rule.exceptions).length > 0) return [];
      return [{ sign: rule.sign, positions }];
    });
  }
}

function removeAffixes(word: string, prefix: string, suffix: string): string {
  return word.startsWith(prefix) && word.endsWith(suffix)
    ? word.slice(prefix.length, word.length - suffix.length)
    : '';
}

/** Returns the word positions of an occurrence of each phrase near one of the first, or undefined if there are none. */
function findTogether(occurrences: readonly (readonly Occurrence[])[]): ReadonlySet<number> | undefined {
  const [ofFirst = [], ...ofOthers] = occurrences;
  for (const first of ofFirst) {
    const others = ofOthers.map((candidates) =>
      candidates.find(({ start }) => Math.abs(start - first.start) <= MAX_WORDS_BETWEEN_PHRASES),
    );
    const found = [first, ...others.filter((other) => other !== undefined)];
    if (found.length === occurrences.length) return new Set(found.flatMap(listPositions));
  }
  return undefined;
}

function listExclusionPhrases(rules: SignRules): string[] {
  return [
    ...rules.negationsAfter,
    ...rules.over.phrases,
    ...rules.complaints,
    ...rules.mild.after,
    ...rules.topics,
    ...rules.questionOpenings,
    ...rules.questions,
    ...rules.prevention,
    ...rules.ongoing,
    ...rules.elsewhere,
    ...rules.urgent,
    ...rules.unmeant,
    ...rules.laughter,
    ...rules.jests,
    ...rules.resolved,
    ...rules.unhurried,
    ...rules.people,
    ...PERSONS.flatMap((person) => rules.persons[person]),
    ...rules.turns,
    ...rules.past,
    ...rules.present,
    ...rules.figurative,
  ];
}
