import type { Locale } from '../../../shared/locale';
import arabic from './question-phrases.ar.json';
import english from './question-phrases.en.json';
import french from './question-phrases.fr.json';
import portuguese from './question-phrases.pt.json';
import swahili from './question-phrases.sw.json';

/** A kind of question. */
export type QuestionKind = keyof typeof english;

/** Phrases of users for each kind of question, in the syntax of `PhraseMatcher`. */
export const QUESTION_PHRASES: Readonly<Record<Locale, Readonly<Record<QuestionKind, readonly string[]>>>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};
