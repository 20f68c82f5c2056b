import type { Locale } from '../../src/pages/locale';
import type { Messages } from './messages/en';

/** What each language is called in itself, as its readers look for it. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  fr: 'Français',
  pt: 'Português',
  ar: 'العربية',
  sw: 'Kiswahili',
};

/** Fetches the texts of a language, which are a file of their own for each. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  switch (locale) {
    case 'en':
      return (await import('./messages/en.js')).en;
    case 'fr':
      return (await import('./messages/fr.js')).fr;
    case 'pt':
      return (await import('./messages/pt.js')).pt;
    case 'ar':
      return (await import('./messages/ar.js')).ar;
    case 'sw':
      return (await import('./messages/sw.js')).sw;
  }
}
