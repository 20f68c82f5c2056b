import type { Locale } from '../../../../shared/locale';
import arabic from './texts.ar.json';
import english from './texts.en.json';
import french from './texts.fr.json';
import portuguese from './texts.pt.json';
import swahili from './texts.sw.json';

/** A kind of question. */
export type QuestionKind = keyof typeof english.questions;

export type Sentence = keyof typeof english.sentences;

interface Texts {
  /** Phrases of users for each kind of question, in the syntax of `PhraseMatcher`. */
  readonly questions: Readonly<Record<QuestionKind, readonly string[]>>;
  /** Sentences of the replies, with placeholders such as `{name}`. */
  readonly sentences: Readonly<Record<Sentence, string>>;
}

export const OFFLINE_TEXTS: Readonly<Record<Locale, Texts>> = {
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
  return fillPlaceholders(OFFLINE_TEXTS[language].sentences[sentence], values);
}

/** Returns a text with the values of its placeholders, such as `{name}`. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '').trim();
}
