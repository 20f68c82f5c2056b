import { z } from 'zod';
import { LOCALES, type Locale } from '../../../shared/locale';
import { splitWords } from '../../../shared/words';
import data from './limit-texts.json';
import { type PhraseMatcher, countWords, createMatchers } from '../questions/phrase-matcher';

const text = z.string().min(1);
const phrasesInEachLanguage = z.record(z.enum(LOCALES), z.array(text).min(1));
const limitSchema = z.strictObject({
  id: text,
  /** Whether nothing else is answered: what is known would be about something else. */
  isAlone: z.boolean(),
  /** Whether it is said beside any fact: a fact about an illness says nothing on its price. */
  isAlways: z.boolean(),
  /** Whether the health centre is named after it. */
  isForHealthCentre: z.boolean(),
  phrases: phrasesInEachLanguage,
  /** With one of these a message is about something else, and the limit does not count. */
  except: phrasesInEachLanguage.optional(),
  texts: z.record(z.enum(LOCALES), text),
});

export const LIMITS = z
  .strictObject({ about: z.array(text), limits: z.array(limitSchema) })
  .parse(data).limits;

/** A kind of question that the offline assistant cannot answer, and the text that says so. */
export type Limit = (typeof LIMITS)[number];

/** @property length the words of its longest phrase in the message */
export interface FoundLimit {
  readonly limit: Limit;
  readonly length: number;
}

let matchers: ReadonlyMap<Locale, PhraseMatcher> | undefined;

function getMatchers(): ReadonlyMap<Locale, PhraseMatcher> {
  return (matchers ??= createMatchers((locale) =>
    LIMITS.flatMap(({ phrases, except }) => [...phrases[locale], ...(except?.[locale] ?? [])]),
  ));
}

/** Compiles the phrases before the first message. */
export function compileLimits(): void {
  getMatchers();
}

/**
 * Returns the limits that a message meets, in the first language that has any.
 * @param likely the likely languages, likeliest first; the others follow
 */
export function findLimits(message: string, likely: readonly Locale[]): FoundLimit[] {
  const words = splitWords(message);
  for (const language of new Set([...likely, ...LOCALES])) {
    const found = getMatchers().get(language)?.find(words) ?? new Set<string>();
    if (found.size === 0) continue;
    return LIMITS.flatMap((limit) => {
      const phrases = limit.phrases[language].filter((phrase) => found.has(phrase));
      const isExcepted = limit.except?.[language].some((phrase) => found.has(phrase)) ?? false;
      return phrases.length > 0 && !isExcepted
        ? [{ limit, length: Math.max(...phrases.map(countWords)) }]
        : [];
    });
  }
  return [];
}
