import type { Locale } from '../../../src/shared/locale';
import { createFormats } from '../../shared/i18n/formats';
import { createTexts } from '../../shared/texts';
import type { Context } from '../context';
import { loadMessages } from './load-messages';

/**
 * Calls back with the context in the language of a reply: at once if it is that of the page, else when its texts are loaded. If
 * they cannot be loaded, the context is that of the page.
 * @param language null if unknown
 */
export function withLanguage(
  context: Context,
  language: Locale | null,
  use: (context: Context) => void,
): void {
  if (language === null || language === context.locale) {
    use(context);
    return;
  }
  loadMessages(language)
    .then((messages) => ({
      ...context,
      locale: language,
      text: createTexts(language, messages),
      formatCountry: createFormats(language).country,
    }))
    .catch(() => context)
    .then(use, () => undefined);
}
