import catalogue from '../../../../migrations/data/1763700200000-pathologies.json';
import arabic from '../../../../migrations/data/1763900500000-assistant-ar.json';
import english from '../../../../migrations/data/1763900500000-assistant-en.json';
import french from '../../../../migrations/data/1763900500000-assistant-fr.json';
import portuguese from '../../../../migrations/data/1763900500000-assistant-pt.json';
import swahili from '../../../../migrations/data/1763900500000-assistant-sw.json';
import { LOCALES, type Locale } from '../../../shared/locale';
import { isPunctuation, splitWords } from '../../../shared/words';

interface NamedTopic {
  readonly name: string;
  readonly terms: readonly string[] | Readonly<Record<string, number>>;
}

interface Texts {
  readonly specialties: Readonly<Record<string, NamedTopic>>;
  readonly pathologies: Readonly<Record<string, NamedTopic>>;
}

const TEXTS: Readonly<Record<Locale, Texts>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};
const MIN_WORD_LENGTH = 4;

/**
 * Returns the words for pathologies, complaints and specialties, each with the languages that have it. They come from the
 * data of the migrations, because language detection has no database.
 */
export function languagesByCatalogueWord(): ReadonlyMap<string, readonly Locale[]> {
  const languages = new Map<string, Locale[]>();
  for (const locale of LOCALES) {
    for (const word of new Set(namesAndTerms(locale).flatMap(splitWords)))
      if (!isPunctuation(word) && word.length >= MIN_WORD_LENGTH)
        languages.set(word, [...(languages.get(word) ?? []), locale]);
  }
  return languages;
}

function namesAndTerms(locale: Locale): string[] {
  const { specialties, pathologies } = TEXTS[locale];
  return [
    ...[...Object.values(specialties), ...Object.values(pathologies)].flatMap(({ name, terms }) => [
      name,
      ...(isList(terms) ? terms : Object.keys(terms)),
    ]),
    ...catalogue.flatMap(({ name, synonyms }) => [
      ...(locale === 'en' ? [name] : []),
      ...(locale === 'en' || locale === 'fr' || locale === 'pt' ? synonyms[locale] : []),
    ]),
  ];
}

function isList(terms: NamedTopic['terms']): terms is readonly string[] {
  return Array.isArray(terms);
}
