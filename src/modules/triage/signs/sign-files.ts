import type { Locale } from '../../../shared/locale';
import arabic from './danger-signs.ar.json';
import english from './danger-signs.en.json';
import french from './danger-signs.fr.json';
import portuguese from './danger-signs.pt.json';
import swahili from './danger-signs.sw.json';
import type { NegationWords } from '../phrases/negation';

/** The unchecked rule file of each language. Only its negation words have a type before `loadSignRules` checks it. */
export const SIGN_FILES: Readonly<Record<Locale, NegationWords>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};

export function getNegationWords(locale: Locale): NegationWords {
  return SIGN_FILES[locale];
}
