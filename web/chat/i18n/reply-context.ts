import { type Signal, signal } from '@preact/signals';
import type { Locale } from '../../../src/shared/locale';
import { createCountryFormat } from '../../shared/i18n/formats';
import { createTexts } from '../../shared/texts';
import { type Context, useChat } from '../state/context';
import { loadMessages } from './load-messages';

/** The contexts in other languages than the page's; undefined while their texts are loading. */
const contexts = new Map<Locale, Signal<Context | undefined>>();

/** After a failure, the texts are loaded again if the page needs them and is online. */
addEventListener('online', () => {
  for (const [locale, { value }] of contexts) if (value && value.locale !== locale) contexts.delete(locale);
});

/**
 * Returns the context in the language of a reply, or that of the page if its texts cannot be loaded. Undefined while they are
 * loading.
 * @param language null if unknown
 */
export function useReplyContext(language: Locale | null): Context | undefined {
  const context = useChat();
  if (language === null || language === context.locale) return context;
  let translated = contexts.get(language);
  if (!translated) {
    translated = signal(undefined);
    contexts.set(language, translated);
    void load(context, language, translated);
  }
  return translated.value;
}

async function load(context: Context, locale: Locale, target: Signal<Context | undefined>): Promise<void> {
  const messages = await loadMessages(locale).catch(() => undefined);
  target.value = messages
    ? {
        ...context,
        locale,
        text: createTexts(locale, messages),
        formatCountry: createCountryFormat(locale),
      }
    : context;
}
