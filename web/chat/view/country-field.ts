import { AFRICAN_COUNTRIES } from '../../shared/african-countries';
import { labelledField, select } from '../../shared/element';
import type { Context } from '../context';
import type { ChatMessageKey } from '../i18n/messages/en';

/** Creates a select element for the user's country. All these elements on a page show the same country. */
export function countryField(
  { text, formatCountry, locale, selectedCountry }: Context,
  id: string,
  label: ChatMessageKey,
): HTMLElement {
  const countries = AFRICAN_COUNTRIES.map((code) => ({
    value: code,
    text: formatCountry(code),
  })).sort((a, b) => a.text.localeCompare(b.text, locale));
  const control = select([{ value: '', text: text('page.noCountry') }, ...countries], {
    id,
    value: selectedCountry.code ?? '',
    onChange: (value) => {
      selectedCountry.select(value);
    },
  });
  selectedCountry.subscribe(() => {
    control.value = selectedCountry.code ?? '';
  });
  return labelledField(text(label), control);
}
