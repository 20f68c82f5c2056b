import { z } from 'zod';
import { LOCALES, type Locale } from '../../../../shared/locale';
import { splitWords } from '../../../../shared/words';
import infections from './known-facts/infections.json';
import longIllnesses from './known-facts/long-illnesses.json';
import medicines from './known-facts/medicines.json';
import mindAndHabits from './known-facts/mind-and-habits.json';
import womenAndChildren from './known-facts/women-and-children.json';
import { PhraseMatcher } from './phrase-matcher';

const text = z.string().min(1);
const inEachLanguage = <Value extends z.ZodType>(value: Value) => z.record(z.enum(LOCALES), value);

const factSchema = z.strictObject({
  id: text,
  /** Organization, title and year. */
  source: z.string().regex(/\b20\d\d$/),
  /** Topic of the specialty that treats it; none if no doctor is needed. */
  specialty: text.optional(),
  /** Whether it is answered first, because hours count. */
  isUrgent: z.boolean(),
  /** Completes "Do you want to know about …?" */
  names: inEachLanguage(text),
  phrases: inEachLanguage(z.array(text).min(1)),
  texts: inEachLanguage(text),
  /** First sentences for narrower questions, such as whether to stop. The first one with a phrase in the message counts. */
  openings: z
    .array(z.strictObject({ phrases: inEachLanguage(z.array(text).min(1)), texts: inEachLanguage(text) }))
    .optional(),
});

const fileSchema = z.strictObject({ about: z.array(text), facts: z.array(factSchema) });

export const FACTS = [infections, womenAndChildren, longIllnesses, medicines, mindAndHabits].flatMap(
  (file) => fileSchema.parse(file).facts,
);

export type Fact = (typeof FACTS)[number];

/** @throws TypeError if there is no such fact */
export function getFact(id: string): Fact {
  const fact = FACTS.find((one) => one.id === id);
  if (!fact) throw new TypeError(`there is no fact "${id}"`);
  return fact;
}

/** Of dangers that no sign of the triage may have been found for. */
const DANGERS: Readonly<Record<Locale, readonly string[]>> = {
  en: [
    'swallowed',
    'cough~ * blood',
    'blood in',
    'bleeding',
    'vomit~ * blood',
    'not feeding',
    'refuse~ * feed',
    'burn~ * skin',
  ],
  fr: [
    'avalé',
    'saign~',
    'crach~ * sang',
    'sang dans',
    'brûlure * peau',
    'brûlure avec',
    'ne veut plus * lait',
    'ne tète plus',
  ],
  pt: [
    'engoliu',
    'sangr~',
    'tosse * sangue',
    'sangue n~',
    'queimadura',
    'bebe pouco',
    'não quer mamar',
    'não mama',
  ],
  sw: [
    'natokwa damu',
    'anatokwa damu',
    'damu * choo',
    'kohoa damu',
    'nakohoa * damu',
    'hataki kunyonya',
    'ameungua',
  ],
  ar: ['ابتلع', 'بلع', 'نزيف', 'دم في', 'دم مع', 'حرق', 'لا يرضع'],
};
let dangers: PhraseMatcher | undefined;

function getDangers(): PhraseMatcher {
  return (dangers ??= new PhraseMatcher(Object.values(DANGERS).flat()));
}

let matchers: ReadonlyMap<Locale, PhraseMatcher> | undefined;

function getMatchers(): ReadonlyMap<Locale, PhraseMatcher> {
  return (matchers ??= new Map(
    LOCALES.map((locale) => [locale, new PhraseMatcher(FACTS.flatMap(({ phrases }) => phrases[locale]))]),
  ));
}

/** Compiles the phrases before the first message. */
export function compileFacts(): void {
  getMatchers();
  getDangers();
}

/**
 * Returns the facts that a message asks for, in the first language that has any: the urgent ones, or else those whose phrases
 * say most. None if the message may describe a danger.
 * @param likely the likely languages, likeliest first; the others follow
 */
export function findFacts(message: string, likely: readonly Locale[]): Fact[] {
  const words = splitWords(message);
  for (const language of new Set([...likely, ...LOCALES])) {
    const phrases = getMatchers().get(language)?.find(words) ?? new Set<string>();
    const found = FACTS.filter((fact) => fact.phrases[language].some((phrase) => phrases.has(phrase)));
    const urgent = found.filter(({ isUrgent }) => isUrgent);
    if (urgent.length > 0) return urgent;
    if (found.length === 0) continue;
    const lengthOf = (fact: Fact) =>
      Math.max(...fact.phrases[language].filter((phrase) => phrases.has(phrase)).map(countWords));
    const longest = Math.max(...found.map(lengthOf));
    return mayBeDanger(message) ? [] : found.filter((fact) => lengthOf(fact) === longest);
  }
  return [];
}

/** Returns whether words of a message may describe a danger: a text for a question would be out of place. */
export function mayBeDanger(message: string): boolean {
  return getDangers().find(splitWords(message)).size > 0;
}

function countWords(phrase: string): number {
  return phrase.split(' ').filter((word) => !'*&'.includes(word)).length;
}
