import english from './vocabulary.en.json';
import french from './vocabulary.fr.json';

export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What kind of emergency it is, for the first aid that goes with it. */
export const EMERGENCY_KINDS = [
  'chestPain',
  'breathing',
  'bleeding',
  'convulsions',
  'unconscious',
  'stroke',
  'selfHarm',
  'bite',
  'poisoning',
  'pregnancy',
  'smallChild',
  'injury',
  'assault',
  'infection',
  'severePain',
] as const;
export type EmergencyKind = (typeof EMERGENCY_KINDS)[number];

/** What else people write, the most telling first. */
export const SMALL_TALK = ['list', 'about', 'thanks', 'greeting', 'help'] as const;
export type SmallTalk = (typeof SMALL_TALK)[number];

/** The phrases of one language. How a phrase is written is said in the data files. */
export interface Vocabulary {
  /** Words that tell this language from the others. */
  readonly marks: readonly string[];
  readonly negations: readonly string[];
  /** Those of them that may also be a plain answer ("No, the pain is worse"), and then negate nothing far. */
  readonly bareNegations: readonly string[];
  /** Words that may stand between a negation and what it negates. Anything else ends its reach. */
  readonly negatedThrough: readonly string[];
  readonly negatedThroughUnlessBare: readonly string[];
  /** What joins the items of one negation: "no fever or cough". */
  readonly alternatives: readonly string[];
  /** Named lists of phrases, for `@name`. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly emergencies: Readonly<Record<EmergencyKind, readonly string[]>>;
  /** A question about an illness in general has one of these phrases, */
  readonly topics: readonly string[];
  /** and none of these words. */
  readonly persons: readonly string[];
  readonly smallTalk: Readonly<Record<SmallTalk, readonly string[]>>;
  /** By specialty code, how strongly a phrase speaks for it: 5 names it or its illness, 1 is a faint hint. */
  readonly specialties: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const VOCABULARIES: Readonly<Record<Language, Vocabulary>> = { en: english, fr: french };
