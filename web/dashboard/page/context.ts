import type { Locale } from '../../../src/shared/locale';
import type { Answers } from '../answers/answers';
import type { Formats } from '../../shared/i18n/formats';
import type { Defaults, Selection } from '../selection';
import type { Text } from '../../shared/texts';
import type { MessageKey } from '../i18n/messages/en';

/** What every part of the page is given. */
export interface Context {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  readonly text: Text<MessageKey>;
  readonly format: Formats;
  readonly answers: Answers;
  readonly defaults: Defaults;
  /** Whether tables leave the platform without small numbers, so that pictures must not leave it with them. */
  readonly smallNumbersWithheld: boolean;
  /** Shows something else, as a new step of the browser's history. */
  readonly change: (part: Partial<Selection>) => void;
}

/** One showing of the page; its signal says when another has taken its place. */
export interface View {
  readonly selection: Selection;
  readonly signal: AbortSignal;
}

/** The country of a selection as procedures take it. */
export function countryOf({ country }: Selection): { country?: string } {
  return country === null ? {} : { country };
}

/** The country of a selection as it is read. */
export function placeOf({ text, format, defaults }: Context, { country }: Selection): string {
  const shown = country ?? (defaults.all ? null : (defaults.countries[0] ?? null));
  return shown === null ? text('selection.allCountries') : format.country(shown);
}
