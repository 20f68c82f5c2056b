import { z } from 'zod';
import { LOCALES, type Locale } from '../locale';
import { nameKey } from '../name-key';
import arabic from './ar.json';
import french from './fr.json';
import portuguese from './pt.json';
import swahili from './sw.json';

/** `machine`: nobody who reads the language has confirmed the name. */
export const TRANSLATION_MARKS = ['machine', 'confirmed'] as const;

/** What has names: entries of the two catalogues, and the sums of pathologies that alerts count together. */
export const NAME_KINDS = ['pathologies', 'medications', 'series'] as const;

export type NameKind = (typeof NAME_KINDS)[number];

export type TranslatedLocale = Exclude<Locale, 'en'>;

export const TRANSLATED_LOCALES = LOCALES.filter((locale): locale is TranslatedLocale => locale !== 'en');

const catalogueNameSchema = z.strictObject({
  /** Of ICD-10, or the first one of ATC; null if the entry has none. */
  code: z.string().nullable(),
  /** Identifies the entry in the catalogue: a code can belong to several. */
  english: z.string(),
  name: z.string(),
  mark: z.enum(TRANSLATION_MARKS),
});

export const catalogueNamesSchema = z.strictObject({
  pathologies: z.array(catalogueNameSchema),
  medications: z.array(catalogueNameSchema),
  series: z.array(catalogueNameSchema),
});

export type CatalogueName = z.output<typeof catalogueNameSchema>;
export type CatalogueNames = z.output<typeof catalogueNamesSchema>;

const FILES: Readonly<Record<TranslatedLocale, unknown>> = {
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};

const files = new Map<TranslatedLocale, CatalogueNames>();

/** Returns the names of the catalogue in a language. */
export function readCatalogueNames(language: TranslatedLocale): CatalogueNames {
  const file = files.get(language) ?? catalogueNamesSchema.parse(FILES[language]);
  files.set(language, file);
  return file;
}

type Translation = Pick<CatalogueName, 'name' | 'mark'>;

const translations = new Map<string, ReadonlyMap<string, Translation>>();

/** Returns the name of an entry of the catalogue; undefined in English, and for a name that is not of the catalogue. */
export function findTranslation(kind: NameKind, english: string, language: Locale): Translation | undefined {
  if (language === 'en') return undefined;
  const key = `${language} ${kind}`;
  const names =
    translations.get(key) ?? new Map(readCatalogueNames(language)[kind].map((each) => [each.english, each]));
  translations.set(key, names);
  return names.get(english);
}

/** Returns whether an English name is that of an entry of the catalogue. */
export function isCatalogueName(kind: NameKind, english: string): boolean {
  return findTranslation(kind, english, 'fr') !== undefined;
}

const englishNames = new Map<NameKind, ReadonlyMap<string, string>>();

/** Returns the English names of the entries of a kind, by the keys of their names in the other languages. */
function englishNamesByKey(kind: NameKind): ReadonlyMap<string, string> {
  const names =
    englishNames.get(kind) ??
    new Map(
      TRANSLATED_LOCALES.flatMap((language) =>
        readCatalogueNames(language)[kind].map((each) => [nameKey(each.name), each.english] as const),
      ),
    );
  englishNames.set(kind, names);
  return names;
}

/** Returns the English name of an entry by its name in any language; undefined if no entry has the name. */
export function findEnglishName(kind: NameKind, name: string): string | undefined {
  return englishNamesByKey(kind).get(nameKey(name));
}

/** Returns the English names of the entries whose name in another language has all of the keys in it. */
export function searchEnglishNames(kind: NameKind, keys: readonly string[]): string[] {
  return [...englishNamesByKey(kind)].flatMap(([key, english]) =>
    keys.every((part) => key.includes(part)) ? [english] : [],
  );
}
