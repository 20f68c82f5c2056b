import type { Locale } from '../../shared/locale';
import arabic from './danger-signs.ar.json';
import english from './danger-signs.en.json';
import french from './danger-signs.fr.json';
import portuguese from './danger-signs.pt.json';
import swahili from './danger-signs.sw.json';
import type { NegationWords } from './phrases/phrase-matcher';

/** The danger signs of each language as their file has them; only the negations have a type until `signRules` checks the file. */
export const SIGN_FILES: Readonly<Record<Locale, NegationWords>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};

/** Returns the words that negate a phrase in a language. */
export function negationWords(locale: Locale): NegationWords {
  return SIGN_FILES[locale];
}
