import type { Locale } from './locale';

/**
 * Names that replace those of `Intl` (CLDR), if CLDR's name is outdated or distinguishes two countries by their capitals;
 * and the name for an unknown country.
 */
export const COUNTRY_NAME_OVERRIDES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: {
    CD: 'Democratic Republic of the Congo',
    CG: 'Republic of the Congo',
    CV: 'Cabo Verde',
    ST: 'São Tomé and Príncipe',
    ZZ: 'Unknown country',
  },
  fr: {
    CD: 'République démocratique du Congo',
    CG: 'République du Congo',
    CV: 'Cabo Verde',
    ZZ: 'Pays inconnu',
  },
  pt: {
    CD: 'República Democrática do Congo',
    CG: 'República do Congo',
    CI: 'Côte d’Ivoire',
    ZZ: 'País desconhecido',
  },
  ar: {
    CD: 'جمهورية الكونغو الديمقراطية',
    CG: 'جمهورية الكونغو',
    CI: 'كوت ديفوار',
    CV: 'كابو فيردي',
    ZZ: 'بلد غير معروف',
  },
  sw: {
    CD: 'Jamhuri ya Kidemokrasia ya Kongo',
    CG: 'Jamhuri ya Kongo',
    CI: 'Côte d’Ivoire',
    CV: 'Cabo Verde',
    ZZ: 'Nchi isiyojulikana',
  },
};
