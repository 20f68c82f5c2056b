import type { Request } from 'express';
import { type Locale, findLocale, pickLocale } from '../../shared/locale';

/** Returns the language of a page: of the parameter `lang` if it is a language of the pages, else of the browser. */
export function readLocale(request: Request): Locale {
  return pickLocale(readChosenLocale(request), request.acceptsLanguages());
}

/** Returns the query that keeps the language of the parameter `lang` in the links of a page, with the leading `?`; empty without one. */
export function writeLanguageQuery(request: Request): string {
  const locale = readChosenLocale(request);
  return locale === undefined ? '' : `?lang=${locale}`;
}

function readChosenLocale({ query: { lang } }: Request): Locale | undefined {
  return findLocale(typeof lang === 'string' ? [lang] : []);
}
