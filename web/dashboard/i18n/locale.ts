import type { Locale } from '../../../src/shared/locale';
import { part } from '../../shared/parts';
import type { Messages } from './messages/en';

const texts: Readonly<Record<Locale, () => Promise<Messages>>> = {
  en: part(async () => (await import('./messages/en.js')).en),
  fr: part(async () => (await import('./messages/fr.js')).fr),
  pt: part(async () => (await import('./messages/pt.js')).pt),
  ar: part(async () => (await import('./messages/ar.js')).ar),
  sw: part(async () => (await import('./messages/sw.js')).sw),
};

/** Fetches the texts of a language, which are a file of their own for each. */
export function loadMessages(locale: Locale): Promise<Messages> {
  return texts[locale]();
}
