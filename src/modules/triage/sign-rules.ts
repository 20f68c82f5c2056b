import { z } from 'zod';
import type { Locale } from '../../shared/locale';
import { CONTEXTS, DANGER_SIGNS, PERSONS } from './signs';
import { SIGN_FILES } from './sign-files';

const phrases = z.array(z.string().min(1));

/** What a language's file holds. How a phrase is written is said in `about` of the English file. */
const signRulesSchema = z.strictObject({
  about: phrases,
  sources: phrases.min(1),
  /** Common words of the language, by which it is told from the others; none is taken for a misspelt sign. */
  marks: phrases,
  /** Other words that are no misspelt sign, near as they are to one. */
  harmless: phrases,
  /** What is written for other words: abbreviations of chats and misspellings that are far off; nothing for words to pass over. */
  spellings: z.record(z.string(), z.string()),
  /** Letters that are written together with a word that begins with a vowel when the apostrophe is left out. */
  elisions: phrases.default([]),
  /** Numbers as words. */
  numbers: z.record(z.string(), z.int().nonnegative()),
  /** What may stand before a word with `~` in front: one of each slot or none, in this order. */
  prefixes: z.array(phrases),
  /** Whether every word takes the prefixes, with `~` in front or not. */
  everyWordTakesPrefix: z.boolean(),
  /** How a negation is written in one word with what it negates, which … stands for: Arabic "ma…sh". */
  joinedNegation: z.strictObject({ negation: z.string().min(1), shapes: phrases }).optional(),
  negations: phrases,
  bareNegations: phrases,
  negatedThrough: phrases,
  negatedThroughUnlessBare: phrases,
  alternatives: phrases,
  /** Complaints that are no danger sign: items of a negated list ("no headache, cough or chest pain"). */
  complaints: phrases,
  /** Phrases that negate the sign before them. */
  negationsAfter: phrases,
  /** Phrases that say that the sign before them is over, and the signs that need no help any more once they are. */
  over: z.strictObject({ phrases, signs: z.array(z.enum(DANGER_SIGNS)) }).default({ phrases: [], signs: [] }),
  /** Words that may stand between a sign and what negates or weakens it. */
  negatedAfterThrough: phrases,
  /** What makes a sign a mild one: directly before it or after it. Only for the signs that mildness makes harmless. */
  mild: z.strictObject({ before: phrases, after: phrases, signs: z.array(z.enum(DANGER_SIGNS)) }),
  /** What is asked in general ("the cause of …"): the sentence's signs do not count, unless one of `people` comes first. */
  topics: phrases,
  /** Likewise, only where a sentence begins or after a comma: "does …", "is a …". */
  questionOpenings: phrases.default([]),
  /** A question that is one whoever comes before it ("what are the signs of …"): one of `people` may only come after it. */
  questions: phrases,
  /** What is to be prevented, in whomever: no sign after it in the sentence counts. */
  prevention: phrases,
  /** What shows that it happens now and has lasted a while ("since morning", "like this"): then nothing in its clause is asked in general. */
  ongoing: phrases,
  /** What is said is about something else (lessons, news, animals), unless one of `urgent` is in the message. */
  elsewhere: phrases,
  urgent: phrases,
  /** Nothing in the clause happened (a dream, a song): no sign in it counts but the wish to die, unless one of `present` or `urgent` is said. */
  unmeant: phrases.default([]),
  /** Laughter does likewise, unless somebody is named before the sign ("my chest hurts haha") and none of `jests` is said. */
  laughter: phrases,
  /** What people laugh about, and how they exaggerate. */
  jests: phrases,
  /** What was said before it in the clause is over ("all is well"), unless somebody else is named in between, one of `present` comes after it or one of `urgent` is said. */
  resolved: phrases.default([]),
  /** A question that nobody in danger asks ("may he play again?"): no sign of its clause counts, unless one of `present` or `urgent` is said. */
  unhurried: phrases.default([]),
  people: phrases,
  /** The words for each: "child" is the son, the daughter and the baby, "she" every woman. */
  persons: z.record(z.enum(PERSONS), phrases),
  /** Where a sentence turns to something else ("but", "and now"): what was said before no longer takes back what follows. */
  turns: phrases.default([]),
  /** The sentence is about what was long ago, unless one of `present` is in it. */
  past: phrases,
  present: phrases,
  /** Words that make a sign mean something else: what they cover is no sign. */
  figurative: phrases,
  /** Named lists of phrases, for `@name`. */
  lists: z.record(z.string(), phrases),
  contexts: z.record(z.enum(CONTEXTS), phrases),
  /** Ages that may be durations ("3 months"): they say who is concerned, unless one of `durations` is beside them or one of `adults` is named. */
  ages: z.strictObject({ newborn: phrases, child: phrases }),
  durations: z.strictObject({ before: phrases, after: phrases }),
  /** Who is no child. */
  adults: phrases,
  signs: z.record(z.enum(DANGER_SIGNS), phrases),
});

export type SignRules = z.infer<typeof signRulesSchema>;

/**
 * Reads the rules of a language and checks them.
 * @throws Error that names the file and each wrong field
 */
export function signRules(locale: Locale): SignRules {
  const result = signRulesSchema.safeParse(SIGN_FILES[locale]);
  if (result.success) return result.data;
  throw new Error(`danger-signs.${locale}.json: ${z.prettifyError(result.error)}`);
}
