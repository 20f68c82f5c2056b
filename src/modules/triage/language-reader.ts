import type { Locale } from '../../shared/locale';
import { Circumstances, type Concern, type Reservations, reservationsOf } from './circumstances';
import { PhraseBook, type PhrasesFound } from './phrase-book';
import type { Occurrence, ReadWord } from './phrase-finder';
import { parseSignRule, type SignRule } from './sign-rule';
import type { SignRules } from './sign-rules';
import { type Context, CONTEXTS, DANGER_SIGNS, type DangerSign, PERSONS } from './signs';

/** What of a word is left of a negation. */
const SHORTEST_NEGATED = 2;
/** The parts of one sign stand at most so many words from each other. */
const WIDEST = 40;
const NO_IDS: ReadonlySet<number> = new Set();
/** Before which French leaves out the end of a short word. */
const VOWEL = /^[aeiouyh]/;
const NUMBER = /^\d{1,4}$/;

/** A sign that one language's rules found, and how much of the message speaks for it. */
export interface SignFound {
  readonly sign: DangerSign;
  readonly places: ReadonlySet<number>;
}

/** Says of an occurrence whether it counts. */
export type Judgement = (occurrence: Occurrence, sign?: DangerSign) => boolean;

/** Reads messages by the rules of one language. */
export class LanguageReader {
  readonly spellings: ReadonlyMap<string, readonly string[]>;
  private readonly book: PhraseBook;
  private readonly known: ReadonlySet<string>;
  private readonly numbers: ReadonlyMap<string, number>;
  /** By a phrase that they need, so that only rules are looked at of which something was said. */
  private readonly signRules = new Map<string, SignRule[]>();
  private readonly reservations: Reservations;

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
      ...phrasesOfCircumstances(rules),
    ]);
    this.spellings = new Map(
      Object.entries(rules.spellings).map(([written, meant]) => [
        written,
        meant.split(' ').filter((word) => word !== ''),
      ]),
    );
    this.numbers = new Map(Object.entries(rules.numbers));
    this.known = new Set([
      ...rules.marks,
      ...rules.harmless,
      ...rules.negations,
      ...this.spellings.keys(),
      ...this.numbers.keys(),
    ]);
    this.reservations = reservationsOf(rules);
  }

  knows(word: string): boolean {
    return this.known.has(word) || this.book.lexicon.knows(word);
  }

  /** Whether it is written so in the language's file. */
  has(word: string): boolean {
    return this.known.has(word) || this.book.lexicon.has(word);
  }

  /** The words of one that is written together with its negation: "mabyakolsh" is "ma byakol". */
  apartFromNegation(word: string): string[] | undefined {
    const { joinedNegation } = this.rules;
    if (!joinedNegation || this.has(word)) return undefined;
    const { negation, shapes } = joinedNegation;
    const rests = shapes.map((shape) => {
      const [begin = '', end = ''] = shape.split('…');
      return between(word, begin, end);
    });
    const rest = rests.find((each) => each.length >= SHORTEST_NEGATED && this.knows(each));
    return rest === undefined ? undefined : [negation, rest];
  }

  /** The words of one whose apostrophe was left out: "lhopital" is "l hopital". */
  apartFromElision(word: string): string[] | undefined {
    const begin = this.rules.elisions.find(
      (each) =>
        word.startsWith(each) && VOWEL.test(word.slice(each.length)) && this.has(word.slice(each.length)),
    );
    return begin === undefined ? undefined : [begin, word.slice(begin.length)];
  }

  /** Whether a word is the second half of a negation that is written before its word and around it: "ma byakolsh". */
  repeatsNegation(word: string, before: string | undefined): boolean {
    const { joinedNegation } = this.rules;
    return word === joinedNegation?.negation && joinedNegation.shapes.includes(`${before ?? ''}…`);
  }

  /** Whether it is a common word, which is no misspelt sign in another language either. */
  isCommon(word: string): boolean {
    return this.known.has(word);
  }

  negates(word: string): boolean {
    return this.rules.negations.includes(word);
  }

  /**
   * @param mayBeMisspelt whether a word may be meant for another
   * @param isForeign whether a word is one of another language, whatever it means in this one
   */
  find(
    words: readonly string[],
    mayBeMisspelt: (word: string) => boolean,
    isForeign: (word: string) => boolean = () => false,
  ): PhrasesFound {
    const read = new Map<string, ReadWord>();
    return this.book.find(
      words.map((text) => {
        const known = read.get(text);
        if (known) return known;
        const ids = isForeign(text) ? NO_IDS : this.book.lexicon.read(text, mayBeMisspelt(text));
        const number = NUMBER.test(text) ? Number(text) : this.numbers.get(text);
        const word = { text, ids, number };
        read.set(text, word);
        return word;
      }),
    );
  }

  concern(found: PhrasesFound): Concern {
    const { people, present, persons } = this.rules;
    return {
      people: found.ofAny(people),
      present: found.ofAny(present),
      mentions: PERSONS.flatMap((person) =>
        found.ofAny(persons[person]).map((named) => ({ ...named, maybe: new Set([person]) })),
      ),
    };
  }

  /** @param concern of every language that is spoken in the message */
  circumstances(words: readonly string[], found: PhrasesFound, concern: Concern): Circumstances {
    return new Circumstances(words, found, { ...this.reservations, ...concern });
  }

  contexts(found: PhrasesFound, counts: Judgement): Context[] {
    const { ages, contexts } = this.rules;
    return CONTEXTS.filter((context) =>
      [
        ...found.ofAny(contexts[context]),
        ...(context === 'newborn' || context === 'child' ? this.agesOf(found, ages[context]) : []),
      ].some((occurrence) => counts(occurrence)),
    );
  }

  private agesOf(found: PhrasesFound, ages: readonly string[]): Occurrence[] {
    const { durations, adults } = this.rules;
    if (found.ofAny(adults).length > 0) return [];
    const before = new Set(found.ofAny(durations.before).map(({ end }) => end));
    const after = new Set(found.ofAny(durations.after).map(({ start }) => start));
    return found.ofAny(ages).filter(({ start, end }) => !before.has(start) && !after.has(end));
  }

  signs(found: PhrasesFound, contexts: ReadonlySet<Context>, counts: Judgement): SignFound[] {
    const begun = [...found.phrases()].flatMap((phrase) => this.signRules.get(phrase) ?? []);
    return begun.flatMap((rule) => {
      if (!rule.contexts.every((context) => contexts.has(context))) return [];
      const parts = rule.phrases.map((phrase) =>
        found.of(phrase).filter((occurrence) => counts(occurrence, rule.sign)),
      );
      const places = together(parts);
      if (!places || found.ofAny(rule.exceptions).length > 0) return [];
      return [{ sign: rule.sign, places }];
    });
  }
}

function between(word: string, begin: string, end: string): string {
  return word.startsWith(begin) && word.endsWith(end)
    ? word.slice(begin.length, word.length - end.length)
    : '';
}

/** The places of the parts where each is found, near enough to the first one's; undefined where they are not. */
function together(parts: readonly (readonly Occurrence[])[]): ReadonlySet<number> | undefined {
  const [first = [], ...others] = parts;
  for (const occurrence of first) {
    const near = others.map((part) => part.find(({ start }) => Math.abs(start - occurrence.start) <= WIDEST));
    const found = [occurrence, ...near.filter((part) => part !== undefined)];
    if (found.length === parts.length) return new Set(found.flatMap(placesOf));
  }
  return undefined;
}

function placesOf({ start, end }: Occurrence): number[] {
  return Array.from({ length: end - start }, (_, place) => start + place);
}

function phrasesOfCircumstances(rules: SignRules): string[] {
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
