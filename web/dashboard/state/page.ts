import { type Locale, directionOf } from '../../../src/shared/locale';
import { type Formats, createFormats } from '../../shared/i18n/formats';
import { type Text, createTexts } from '../../shared/texts';
import type { MessageKey, Messages } from '../i18n/messages/en';
import type { Selection, SelectionOptions } from '../selection';

/** What all figures need: texts and formats in the page's language, what the account may see, and how to select it. */
export interface Page {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  readonly text: Text<MessageKey>;
  readonly format: Formats;
  readonly selectionOptions: SelectionOptions;
  /** Changes the selection, and adds it to the browser's history. */
  readonly select: (change: Partial<Selection>) => void;
}

export function createPage(
  locale: Locale,
  messages: Messages,
  rest: Pick<Page, 'selectionOptions' | 'select'>,
): Page {
  return {
    locale,
    direction: directionOf(locale),
    text: createTexts(locale, messages),
    format: createFormats(locale),
    ...rest,
  };
}

export function selectedCountryName(
  { text, format, selectionOptions }: Page,
  { country }: Selection,
): string {
  const { canSeeAllCountries, countries } = selectionOptions;
  const shown = country ?? (canSeeAllCountries ? undefined : countries[0]);
  return shown === undefined ? text('selection.allCountries') : format.country(shown);
}
