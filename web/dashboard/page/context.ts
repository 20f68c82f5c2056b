import type { Locale } from '../../../src/shared/locale';
import type { QueryClient } from '../queries/query-client';
import type { Formats } from '../../shared/i18n/formats';
import type { SelectionOptions, Selection } from '../selection';
import type { Text } from '../../shared/texts';
import type { MessageKey } from '../i18n/messages/en';

/** The shared dependencies of the page's parts. */
export interface Context {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  readonly text: Text<MessageKey>;
  readonly format: Formats;
  readonly queryClient: QueryClient;
  readonly selectionOptions: SelectionOptions;
  /** Whether exported tables omit small numbers; pictures, which would show them, are then not offered. */
  readonly smallNumbersWithheld: boolean;
  /** Changes the selection, and adds it to the browser's history. */
  readonly changeSelection: (change: Partial<Selection>) => void;
}

export interface View {
  readonly selection: Selection;
  /** Aborted when another view replaces this one. */
  readonly signal: AbortSignal;
}

/** Returns the selected country as an input field of the procedures. */
export function countryInput({ country }: Selection): { country?: string } {
  return country === null ? {} : { country };
}

export function selectedCountryName(
  { text, format, selectionOptions }: Context,
  { country }: Selection,
): string {
  const shown =
    country ?? (selectionOptions.canSeeAllCountries ? null : (selectionOptions.countries[0] ?? null));
  return shown === null ? text('selection.allCountries') : format.country(shown);
}
