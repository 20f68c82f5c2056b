import type { Locale } from '../../../src/shared/locale';
import { part } from '../../shared/parts';
import type { ChatMessages } from './en';

const texts: Readonly<Record<Locale, () => Promise<ChatMessages>>> = {
  en: part(async () => (await import('./en.js')).en),
  fr: part(async () => (await import('./fr.js')).fr),
  pt: part(async () => (await import('./pt.js')).pt),
  ar: part(async () => (await import('./ar.js')).ar),
  sw: part(async () => (await import('./sw.js')).sw),
};

/** Fetches the texts of a language, which are a file of their own for each. */
export function loadMessages(locale: Locale): Promise<ChatMessages> {
  return texts[locale]();
}
