import type { Request } from 'express';
import { type Locale, findLocale, pickLocale } from '../../shared/locale';

/** Between the secret and the language in the `state` of a login. */
export const STATE_SEPARATOR = '.';

/** Returns the language of a page: of the parameter `lang` if it is a language of the pages, else of the browser. */
export function readLocale(request: Request): Locale {
  return pickLocale(readChosenLocale(request), request.acceptsLanguages());
}

/** Returns the query that keeps the language of the parameter `lang` in the links of a page, with the leading `?`; empty without one. */
export function writeLanguageQuery(request: Request): string {
  const locale = readChosenLocale(request);
  return locale === undefined ? '' : `?lang=${locale}`;
}

/** Returns the language of the parameter `lang`; the portal returns that of a login at the end of `state`. */
function readChosenLocale({ query: { lang, state } }: Request): Locale | undefined {
  const ofLogin = typeof state === 'string' ? state.split(STATE_SEPARATOR)[1] : undefined;
  return findLocale([lang, ofLogin].filter((tag) => typeof tag === 'string'));
}
