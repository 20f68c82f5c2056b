import type { Request } from 'express';
import { type Locale, findLocale, pickLocale } from '../../shared/locale';

/** Languages of pages that have no parameter `lang`. */
const chosenLocales = new WeakMap<Request, Locale>();

/** Chooses the language of the page that responds to a request, unless its parameter `lang` does. */
export function choosePageLocale(request: Request, locale: Locale): void {
  chosenLocales.set(request, locale);
}

/** Returns the language of a page: the chosen one, else that of the browser. */
export function readLocale(request: Request): Locale {
  return pickLocale(readChosenLocale(request), request.acceptsLanguages());
}

/** Returns the query that keeps the chosen language in the links of a page, with the leading `?`; empty without one. */
export function writeLanguageQuery(request: Request): string {
  const locale = readChosenLocale(request);
  return locale === undefined ? '' : `?lang=${locale}`;
}

/** Returns the language of the parameter `lang` if it is a language of the pages, else what `choosePageLocale` has chosen. */
function readChosenLocale(request: Request): Locale | undefined {
  const { lang } = request.query;
  return (typeof lang === 'string' ? findLocale([lang]) : undefined) ?? chosenLocales.get(request);
}
