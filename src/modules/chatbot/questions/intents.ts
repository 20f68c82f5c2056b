import { z } from 'zod';
import { LOCALES, type Locale } from '../../../shared/locale';
import { foldText, isPunctuation, splitWords } from '../../../shared/words';
import data from './intent-phrases.json';
import { type PhraseMatcher, createMatchers } from './phrase-matcher';

/** Those that have phrases. The limits of the same names have the phrases of questions for a price or for an interaction. */
const FOUND_INTENTS = [
  'dose',
  'use',
  'place',
  'time',
  'cause',
  'normality',
  'effect',
  'signs',
  'cure',
  'contagion',
] as const;

/** What a question wants to know of its subject. */
export type Intent = (typeof FOUND_INTENTS)[number];

/** What a fact may answer about its subject. */
export const ANSWERED_INTENTS = [...FOUND_INTENTS, 'interaction'] as const;

const words = z.record(z.enum(LOCALES), z.array(z.string()));
const { intents } = z
  .strictObject({
    about: z.array(z.string()),
    intents: z.record(
      z.enum(FOUND_INTENTS),
      z.strictObject({ phrases: words, firstWords: words.optional() }),
    ),
  })
  .parse(data);

/** An intent that another one contains: "what can cause that" asks for no effect; an effect of a medicine is no sign. */
const CONTAINED: Partial<Record<Intent, readonly Intent[]>> = { effect: ['cause'], signs: ['effect'] };

/** "My mother passed on" says nothing of contagion. */
const DEATH =
  /\bpassed away\b|\b(?:mum|mom|mother|mama|father|dad|papa|husband|wife|son|daughter|brother|sister|friend|child|uncle|aunt|grandmother|grandfather|he|she|who) (?:just |has |had |have |recently )?passed on\b(?! (?:to|the|hiv|an?|his|her|it)\b)/u;

let matchers: ReadonlyMap<Locale, PhraseMatcher> | undefined;

function getMatchers(): ReadonlyMap<Locale, PhraseMatcher> {
  return (matchers ??= createMatchers((locale) =>
    FOUND_INTENTS.flatMap((intent) => intents[intent].phrases[locale]),
  ));
}

let intentWords: ReadonlySet<string> | undefined;

/** Whether a word belongs to what a question wants to know in any language, and not to its subject. */
export function isIntentWord(word: string): boolean {
  intentWords ??= new Set(
    FOUND_INTENTS.flatMap((intent) => Object.values(intents[intent].phrases).flat()).flatMap(splitWords),
  );
  return intentWords.has(word) || intentWords.has(word.replace(/s$/, ''));
}

/** Compiles the phrases before the first message. */
export function compileIntents(): void {
  getMatchers();
  isIntentWord('');
}

/**
 * Returns what a question wants to know, in the first language that has any intent.
 * @param likely the likely languages, likeliest first; the others follow
 */
export function findIntents(question: string, likely: readonly Locale[]): ReadonlySet<Intent> {
  const asked = splitWords(question);
  const first = asked.find((word) => !isPunctuation(word)) ?? '';
  for (const language of new Set([...likely, ...LOCALES])) {
    const phrases = getMatchers().get(language)?.find(asked) ?? new Set<string>();
    const found = FOUND_INTENTS.filter(
      (intent) =>
        (intents[intent].phrases[language].some((phrase) => phrases.has(phrase)) ||
          intents[intent].firstWords?.[language].some((word) => foldText(word) === first)) &&
        !(intent === 'contagion' && DEATH.test(foldText(question))),
    );
    if (found.length > 0)
      return new Set(found.filter((intent) => !CONTAINED[intent]?.some((other) => found.includes(other))));
  }
  return new Set();
}
