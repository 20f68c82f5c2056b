import { z } from 'zod';
import type { Locale } from '../../../shared/locale';
import { CONTEXTS, DANGER_SIGNS, PERSONS } from './danger-sign';
import { SIGN_FILES } from './sign-files';

const phrases = z.array(z.string().min(1));

/** The fields of a language's rule file. `about` in the English file describes the syntax of phrases and rules. */
const signRulesSchema = z.strictObject({
  about: phrases,
  sources: phrases.min(1),
  /** Common words of the language. They identify it, and are never read as a misspelt sign. */
  marks: phrases,
  /** Other words that are never read as a misspelt sign, although they are spelt like one. */
  harmless: phrases,
  /** Replacements for chat abbreviations and distant misspellings. An empty replacement removes the word. */
  spellings: z.record(z.string(), z.string()),
  /** Letters that are joined to a word that begins with a vowel if the apostrophe is left out. */
  elisions: phrases.default([]),
  numbers: z.record(z.string(), z.int().nonnegative()),
  /** The prefixes of a word with `~` in front: one or none of each slot, in this order. */
  prefixes: z.array(phrases),
  /** Whether every word takes the prefixes, also without `~`. */
  everyWordTakesPrefix: z.boolean(),
  /** Negations in one word with the negated verb, which … stands for: Arabic "ma…sh". */
  joinedNegation: z.strictObject({ negation: z.string().min(1), shapes: phrases }).optional(),
  negations: phrases,
  bareNegations: phrases,
  negatedThrough: phrases,
  negatedThroughUnlessBare: phrases,
  alternatives: phrases,
  /** Complaints that are no danger sign, as items of a negated list ("no headache, cough or chest pain"). */
  complaints: phrases,
  /** Phrases that negate the sign before them. */
  negationsAfter: phrases,
  /** Phrases for "the sign before this is over", and the signs that need no help once they are over. */
  over: z.strictObject({ phrases, signs: z.array(z.enum(DANGER_SIGNS)) }).default({ phrases: [], signs: [] }),
  /** Words that may stand between a sign and the `negationsAfter`, `over` or `mild.after` that follows it. */
  negatedAfterThrough: phrases,
  /** Words directly before or phrases directly after a sign that make it mild, and the signs that are then harmless. */
  mild: z.strictObject({ before: phrases, after: phrases, signs: z.array(z.enum(DANGER_SIGNS)) }),
  /** General questions ("the cause of …"). They exclude signs, unless one of `people` stands before the sign. */
  topics: phrases,
  /** Likewise ("does …", "is a …"), but only at the beginning of a sentence or after a comma. */
  questionOpenings: phrases.default([]),
  /** Questions ("what are the signs of …") that exclude signs unless one of `people` stands between the two. */
  questions: phrases,
  /** Questions about prevention. They exclude all signs after them in the sentence. */
  prevention: phrases,
  /** Phrases for what is happening and has lasted a while ("since morning"). Their clause is no general question. */
  ongoing: phrases,
  /** Other subjects (lessons, news, animals). They exclude all signs but `selfHarm`, unless the message has `urgent`. */
  elsewhere: phrases,
  urgent: phrases,
  /** What did not happen (a dream, a song). Excludes all signs in the clause, unless the message has `present` or `urgent`. */
  unmeant: phrases.default([]),
  /** Laughter. Works like `unmeant`, unless somebody is mentioned before the sign and there is none of `jests`. */
  laughter: phrases,
  /** Subjects of jokes, and exaggerations. */
  jests: phrases,
  /** Recovery ("all is well"). Excludes the signs of the same person before it, unless `present` follows or there is `urgent`. */
  resolved: phrases.default([]),
  /** Questions without hurry ("may he play again?"). They work like `unmeant`. */
  unhurried: phrases.default([]),
  people: phrases,
  /** The words that may refer to each person: "child" to a son, daughter or baby, "she" to every woman. */
  persons: z.record(z.enum(PERSONS), phrases),
  /** Words that begin a new clause ("but", "and now"). Exclusions before them do not apply after them. */
  turns: phrases.default([]),
  /** The distant past. Excludes the signs in the clause, unless it has one of `present`. */
  past: phrases,
  present: phrases,
  /** Phrases in which the words of a sign mean something else. */
  figurative: phrases,
  lists: z.record(z.string(), phrases),
  contexts: z.record(z.enum(CONTEXTS), phrases),
  /** Ages that may be durations ("3 months"). They give a context unless `durations` is beside them or there is one of `adults`. */
  ages: z.strictObject({ newborn: phrases, child: phrases }),
  durations: z.strictObject({ before: phrases, after: phrases }),
  adults: phrases,
  /** The rules of each sign, in the syntax of `parseSignRule`. */
  signs: z.record(z.enum(DANGER_SIGNS), phrases),
});

export type SignRules = z.infer<typeof signRulesSchema>;

/**
 * Returns the checked rules of a language.
 * @throws Error that names the file and each invalid field
 */
export function loadSignRules(locale: Locale): SignRules {
  const result = signRulesSchema.safeParse(SIGN_FILES[locale]);
  if (result.success) return result.data;
  throw new Error(`danger-signs.${locale}.json: ${z.prettifyError(result.error)}`);
}
