import type { Locale } from '../../../src/shared/locale';
import { lazyImport } from '../../shared/lazy-import';
import type { ChatMessages } from './messages/en';

const texts: Readonly<Record<Locale, () => Promise<ChatMessages>>> = {
  en: lazyImport(async () => (await import('./messages/en.js')).en),
  fr: lazyImport(async () => (await import('./messages/fr.js')).fr),
  pt: lazyImport(async () => (await import('./messages/pt.js')).pt),
  ar: lazyImport(async () => (await import('./messages/ar.js')).ar),
  sw: lazyImport(async () => (await import('./messages/sw.js')).sw),
};

/** Loads the texts of a language. Each language is a separate file. */
export function loadMessages(locale: Locale): Promise<ChatMessages> {
  return texts[locale]();
}
