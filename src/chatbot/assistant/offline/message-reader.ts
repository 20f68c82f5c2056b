import { Negation, PhraseMatcher } from './phrase-matcher';
import {
  EMERGENCY_KINDS,
  type EmergencyKind,
  type Language,
  LANGUAGES,
  SMALL_TALK,
  type SmallTalk,
  type Vocabulary,
  VOCABULARIES,
} from './vocabulary';
import { wordsOf } from './words';

/** A specialty and how strongly a message speaks for it. */
export interface SpecialtyScore {
  readonly code: string;
  readonly score: number;
}

/** What one message says, read with the vocabulary of one language. */
export interface Reading {
  /** Best first. */
  readonly specialties: readonly SpecialtyScore[];
  readonly emergencies: readonly EmergencyKind[];
  readonly smallTalk: readonly SmallTalk[];
  /** Phrases that it negates, as the vocabulary writes them. */
  readonly denied: ReadonlySet<string>;
  /** How many of its words are known in this language. */
  readonly familiarity: number;
  /** The same message with these phrases counted as not said, because a later message negates them. */
  without(phrases: ReadonlySet<string>): Reading;
}

export type Readings = Readonly<Record<Language, Reading>>;

/** What was found in a message, from which its reading follows. */
interface Findings extends Pick<Reading, 'denied' | 'familiarity'> {
  readonly affirmed: ReadonlySet<string>;
  readonly mentionsPerson: boolean;
}

/** Something that a message may say: true when every part is found, a part being any one of its phrases. */
interface Rule<Target> {
  readonly target: Target;
  readonly weight: number;
  readonly parts: readonly (readonly string[])[];
}

const negations = LANGUAGES.map((language) => new Negation(VOCABULARIES[language]));

/** Reads messages with the vocabulary of one language. */
class LanguageReader {
  private readonly marks: ReadonlySet<string>;
  private readonly persons: ReadonlySet<string>;
  private readonly emergencies: readonly Rule<EmergencyKind>[];
  private readonly smallTalk: readonly Rule<SmallTalk>[];
  private readonly topics: readonly Rule<'topic'>[];
  private readonly specialties: readonly Rule<string>[];
  private readonly matcher: PhraseMatcher;

  constructor(vocabulary: Vocabulary) {
    const parts = (text: string) =>
      text.split(' + ').map((part) => (part.startsWith('@') ? listed(vocabulary, part.slice(1)) : [part]));
    const rules = <Target>(target: Target, phrases: readonly string[]) =>
      phrases.map((text) => ({ target, weight: 1, parts: parts(text) }));
    this.marks = new Set(vocabulary.marks);
    this.persons = new Set(vocabulary.persons);
    this.emergencies = EMERGENCY_KINDS.flatMap((kind) => rules(kind, vocabulary.emergencies[kind]));
    this.smallTalk = SMALL_TALK.flatMap((kind) => rules(kind, vocabulary.smallTalk[kind]));
    this.topics = rules('topic', vocabulary.topics);
    this.specialties = Object.entries(vocabulary.specialties).flatMap(([target, phrases]) =>
      Object.entries(phrases).map(([text, weight]) => ({ target, weight, parts: parts(text) })),
    );
    const all = [this.emergencies, this.smallTalk, this.topics, this.specialties].flat();
    this.matcher = new PhraseMatcher(
      all.flatMap((rule) => rule.parts.flat()),
      negations,
    );
  }

  read(words: readonly string[]): Reading {
    const { affirmed, denied, covered } = this.matcher.find(words);
    return this.readingOf({
      affirmed,
      denied,
      mentionsPerson: words.some((word) => this.persons.has(word)),
      familiarity: words.filter((word, place) => this.marks.has(word) || covered.has(place)).length,
    });
  }

  private readingOf(findings: Findings): Reading {
    const { affirmed, denied, mentionsPerson, familiarity } = findings;
    const isGeneral = hits(this.topics, affirmed).length > 0 && !mentionsPerson;
    return {
      specialties: scores(hits(this.specialties, affirmed)),
      emergencies: isGeneral ? [] : unique(hits(this.emergencies, affirmed)),
      smallTalk: unique(hits(this.smallTalk, affirmed)),
      denied,
      familiarity,
      without: (phrases) => {
        const remaining = [...affirmed].filter((phrase) => !phrases.has(phrase));
        return this.readingOf({ ...findings, affirmed: new Set(remaining) });
      },
    };
  }
}

const readers: Readonly<Record<Language, LanguageReader>> = {
  en: new LanguageReader(VOCABULARIES.en),
  fr: new LanguageReader(VOCABULARIES.fr),
};

/** Reads a message in every language. A long one takes milliseconds, so a reading is better kept than repeated. */
export function readMessage(message: string): Readings {
  const words = wordsOf(message);
  return { en: readers.en.read(words), fr: readers.fr.read(words) };
}

function listed(vocabulary: Vocabulary, name: string): readonly string[] {
  const phrases = vocabulary.lists[name];
  if (!phrases) throw new Error(`The vocabulary has no list "${name}".`);
  return phrases;
}

function hits<Target>(rules: readonly Rule<Target>[], affirmed: ReadonlySet<string>): Rule<Target>[] {
  return rules.filter(({ parts }) =>
    parts.every((phrases) => phrases.some((phrase) => affirmed.has(phrase))),
  );
}

function unique<Target>(rules: readonly Rule<Target>[]): Target[] {
  return [...new Set(rules.map(({ target }) => target))];
}

/**
 * The strongest phrase decides and the number of phrases breaks ties: phrases overlap ("stomach", "stomach
 * pain"), so that a sum would count one complaint several times. Equals keep the vocabulary's order: the same
 * message always gets the same answer.
 */
function scores(rules: readonly Rule<string>[]): SpecialtyScore[] {
  return unique(rules)
    .map((code) => {
      const weights = rules.filter(({ target }) => target === code).map(({ weight }) => weight);
      return { code, score: Math.max(...weights) + (weights.length - 1) / 10 };
    })
    .sort((a, b) => b.score - a.score);
}
