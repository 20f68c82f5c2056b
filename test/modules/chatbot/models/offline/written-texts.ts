import type { Locale } from '../../../../../src/shared/locale';
import arabic from '../../../../../migrations/data/1763900500000-assistant-ar.json';
import english from '../../../../../migrations/data/1763900500000-assistant-en.json';
import french from '../../../../../migrations/data/1763900500000-assistant-fr.json';
import portuguese from '../../../../../migrations/data/1763900500000-assistant-pt.json';
import swahili from '../../../../../migrations/data/1763900500000-assistant-sw.json';

/** What is written about an illness, as far as these tests read it. */
export interface WrittenText {
  readonly name: string;
  readonly about: string;
  readonly prevention?: string;
}

/** The texts that the migration loads, by language and by the illness's name in the catalogue. */
export const WRITTEN: Readonly<Record<Locale, Readonly<Record<string, WrittenText>>>> = {
  en: english.pathologies,
  fr: french.pathologies,
  pt: portuguese.pathologies,
  ar: arabic.pathologies,
  sw: swahili.pathologies,
};

/** What is written about how an illness is prevented. */
export function writtenPrevention(illness: string, language: Locale): string {
  const prevention = WRITTEN[language][illness]?.prevention;
  if (!prevention) throw new Error(`nothing is written about the prevention of ${illness} in ${language}`);
  return prevention;
}
