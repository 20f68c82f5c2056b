import type { Locale } from '../../../../shared/locale';
import arabic from './speech.ar.json';
import english from './speech.en.json';
import french from './speech.fr.json';
import portuguese from './speech.pt.json';
import swahili from './speech.sw.json';

/** What people ask, in one language. How a phrase is written is said at `PhraseMatcher`. */
export type Question = keyof typeof english.questions;

export type Sentence = keyof typeof english.sentences;

interface Speech {
  readonly questions: Readonly<Record<Question, readonly string[]>>;
  /** Everything that the offline assistant says; `{word}` stands for what is put in. */
  readonly sentences: Readonly<Record<Sentence, string>>;
}

export const SPEECH: Readonly<Record<Locale, Speech>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};

/** Puts values into a sentence. */
export function said(
  language: Locale,
  sentence: Sentence,
  values: Readonly<Record<string, string>> = {},
): string {
  return SPEECH[language].sentences[sentence]
    .replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
    .trim();
}
