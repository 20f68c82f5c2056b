import { element, select } from '../../shared/element';
import { AFRICAN_COUNTRIES } from '../../shared/african-countries';
import type { Context } from '../context';
import type { ChatMessageKey } from '../messages/en';

/**
 * Where the reader says in which country they are; it shows what was chosen, wherever that was.
 * @param id of the choice on the page
 */
export function countryChoice(
  { text, country, locale, chosenCountry }: Context,
  id: string,
  label: ChatMessageKey,
): HTMLElement {
  const countries = AFRICAN_COUNTRIES.map((code) => ({
    value: code,
    text: country(code),
  })).sort((one, other) => one.text.localeCompare(other.text, locale));
  const choice = select([{ value: '', text: text('page.noCountry') }, ...countries], {
    id,
    value: chosenCountry.code ?? '',
    onChange: (value) => {
      chosenCountry.choose(value);
    },
  });
  chosenCountry.watch(() => {
    choice.value = chosenCountry.code ?? '';
  });
  return field(text(label), choice);
}

/** A choice under its label. */
export function field(label: string, control: HTMLSelectElement): HTMLElement {
  return element('label', { className: 'field' }, element('span', { className: 'label' }, label), control);
}
