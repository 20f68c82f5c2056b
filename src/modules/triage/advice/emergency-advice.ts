import { z } from 'zod';
import type { CountryCode } from '../../../shared/country';
import { LOCALES, type Locale } from '../../../shared/locale';
import arabic from './emergency-advice.ar.json';
import english from './emergency-advice.en.json';
import french from './emergency-advice.fr.json';
import portuguese from './emergency-advice.pt.json';
import swahili from './emergency-advice.sw.json';
import { findHelpline, findNumbers } from './country-numbers';
import { composeFirstAid, STEP_IDS } from './first-aid';
import type { Assessment } from '../signs/assessment';

/** What first aid is for. */
export type Danger = Pick<Assessment, 'signs' | 'language'> &
  Partial<Pick<Assessment, 'contexts' | 'circumstances'>>;

const text = z.string().min(1);

const adviceSchema = z.strictObject({
  /** What to do now. `{numbers}` and `{helpline}` are placeholders. */
  opening: text,
  /** The opening for somebody with suicidal thoughts. */
  selfHarmOpening: text,
  /** Follows `selfHarmOpening` if the country has an ambulance number. */
  selfHarmCall: text,
  helpline: text,
  /** Replaces `{numbers}` if no number is known. */
  localNumber: text,
  /** The first sentence of the replies after an emergency. */
  reminder: text,
  /** Begins the reply to a message for the same day. */
  sameDay: text,
  /** Comes before further steps. */
  more: text,
  /** The sentence of each step. It is understood without the others. */
  firstAid: z.record(z.enum(STEP_IDS), text),
});

type Advice = z.infer<typeof adviceSchema>;

const adviceFiles: Readonly<Record<Locale, unknown>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};
const adviceByLocale = new Map(LOCALES.map((locale) => [locale, adviceSchema.parse(adviceFiles[locale])]));

/** Language tags of the list formats. British English has no comma before the last item. */
const LIST_TAGS: Readonly<Record<Locale, string>> = { en: 'en-GB', fr: 'fr', pt: 'pt', ar: 'ar', sw: 'sw' };

function formatNumbers(numbers: readonly string[], language: Locale): string {
  return new Intl.ListFormat(LIST_TAGS[language], { type: 'disjunction' }).format(numbers);
}

function getAdvice(language: Locale): Advice {
  const advice = adviceByLocale.get(language);
  if (!advice) throw new Error(`There is no advice in ${language}.`);
  return advice;
}

/** @param numbers to call; without any, the text names the local number */
function withNumbers(sentence: string, language: Locale, numbers: readonly string[]): string {
  const formatted = numbers.length > 0 ? formatNumbers(numbers, language) : getAdvice(language).localNumber;
  return sentence.replace('{numbers}', formatted);
}

function composeOpening({ signs, language }: Danger, country: CountryCode | undefined): string[] {
  const advice = getAdvice(language);
  if (!signs.includes('selfHarm')) {
    const caller = signs.length > 0 ? 'danger' : 'danger without a sign';
    return [withNumbers(advice.opening, language, findNumbers(country, caller))];
  }
  const ambulance = findNumbers(country, 'self-harm');
  const formatted = formatNumbers(ambulance, language);
  const call = ambulance.length > 0 ? ` ${advice.selfHarmCall.replace('{numbers}', formatted)}` : '';
  const helpline = findHelpline(country);
  return [
    advice.selfHarmOpening + call,
    ...(helpline ? [advice.helpline.replace('{helpline}', helpline)] : []),
  ];
}

/**
 * Returns whom to call and where to go, then the steps of first aid, one on each line. Plain text in the language of the danger.
 * @param country selects the emergency numbers, if they are known
 */
export function composeAdvice(danger: Danger, country: CountryCode | undefined): string {
  const { firstAid, more: before } = getAdvice(danger.language);
  const { first, more } = composeFirstAid(danger.signs, danger.contexts, danger.circumstances);
  const toTexts = (ids: readonly string[]): string[] => ids.map((id) => firstAid[id] ?? '');
  return [
    ...composeOpening(danger, country),
    ...toTexts(first),
    ...(more.length > 0 ? [before, ...toTexts(more)] : []),
  ].join('\n');
}

/** In English and French, which most people can have somebody read to them. */
const FOREIGN_LANGUAGE_NOTICES = [
  {
    language: 'en',
    emergency:
      'If this is an emergency: call {numbers} now, or go to the nearest hospital at once. Do not wait for an answer here.',
    understood:
      'I do not understand this language. I understand English, French, Portuguese, Arabic and Swahili: please write in one of them.',
  },
  {
    language: 'fr',
    emergency:
      'Si c’est une urgence : appelez maintenant le {numbers}, ou allez tout de suite à l’hôpital le plus proche. N’attendez pas de réponse ici.',
    understood:
      'Je ne comprends pas cette langue. Je comprends le français, l’anglais, le portugais, l’arabe et le swahili : écrivez dans l’une d’elles.',
  },
] as const;

/** Returns the reply to a message in another language than the five: whom to call, and which languages are understood. */
export function composeForeignLanguageNotice(country: CountryCode | undefined): string {
  const numbers = findNumbers(country, 'danger without a sign');
  return [
    ...FOREIGN_LANGUAGE_NOTICES.map(({ language, emergency }) => withNumbers(emergency, language, numbers)),
    ...FOREIGN_LANGUAGE_NOTICES.map(({ understood }) => understood),
  ].join('\n');
}

/** Returns the sentence of each step of first aid. */
export function getFirstAidSentences(language: Locale): Readonly<Record<string, string>> {
  return getAdvice(language).firstAid;
}

/** Returns the sentence that begins the replies after an emergency, which may not be over. */
export function getReminder(language: Locale): string {
  return getAdvice(language).reminder;
}

/** Returns the line that begins the reply to a message for the same day. */
export function getSameDayLine(language: Locale): string {
  return getAdvice(language).sameDay;
}
