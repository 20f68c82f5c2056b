import type { Locale } from '../../../../../src/shared/locale';
import arabic from '../../../../../migrations/data/1763900500000-assistant-ar.json';
import english from '../../../../../migrations/data/1763900500000-assistant-en.json';
import french from '../../../../../migrations/data/1763900500000-assistant-fr.json';
import portuguese from '../../../../../migrations/data/1763900500000-assistant-pt.json';
import swahili from '../../../../../migrations/data/1763900500000-assistant-sw.json';

/** The text about a pathology, as far as these tests need it. */
export interface PathologyText {
  readonly name: string;
  readonly about: string;
  readonly prevention?: string;
}

/** The texts that the migration loads, by language and by the pathology's name in the catalogue. */
export const PATHOLOGY_TEXTS: Readonly<Record<Locale, Readonly<Record<string, PathologyText>>>> = {
  en: english.pathologies,
  fr: french.pathologies,
  pt: portuguese.pathologies,
  ar: arabic.pathologies,
  sw: swahili.pathologies,
};

/** Returns the text on the prevention of a pathology. */
export function preventionText(pathology: string, language: Locale): string {
  const prevention = PATHOLOGY_TEXTS[language][pathology]?.prevention;
  if (!prevention) throw new Error(`there is no text on the prevention of ${pathology} in ${language}`);
  return prevention;
}
