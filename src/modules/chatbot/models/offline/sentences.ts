import type { Locale } from '../../../../shared/locale';
import arabic from './sentences.ar.json';
import english from './sentences.en.json';
import french from './sentences.fr.json';
import portuguese from './sentences.pt.json';
import swahili from './sentences.sw.json';
import { fillPlaceholders } from '../../facts/placeholders';

export type Sentence = keyof typeof english;

/** Sentences of the replies, with placeholders such as `{name}`. */
export const SENTENCES: Readonly<Record<Locale, Readonly<Record<Sentence, string>>>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};

/** Returns a sentence with the values of its placeholders. */
export function formatSentence(
  language: Locale,
  sentence: Sentence,
  values: Readonly<Record<string, string>> = {},
): string {
  return fillPlaceholders(SENTENCES[language][sentence], values);
}
