import type { Locale } from '../../../src/shared/locale';

/** What each language is called in itself, as its readers look for it. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  fr: 'Français',
  pt: 'Português',
  ar: 'العربية',
  sw: 'Kiswahili',
};
