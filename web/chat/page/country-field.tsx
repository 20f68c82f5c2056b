import { AFRICAN_COUNTRIES } from '../../shared/african-countries';
import { Field, Select, countryOptions } from '../../shared/kit/select';
import type { ChatMessageKey } from '../i18n/messages/en';
import { useChat } from '../state/context';

/** The choice of the user's country. All these fields on a page show the same country. */
export function CountryField({ id, label }: { id: string; label: ChatMessageKey }) {
  const { text, formatCountry, locale, country } = useChat();
  return (
    <Field label={text(label)}>
      <Select
        id={id}
        value={country.value ?? ''}
        options={[
          { value: '', text: text('page.noCountry') },
          ...countryOptions(AFRICAN_COUNTRIES, formatCountry, locale),
        ]}
        onChange={(code) => {
          country.value = code === '' ? undefined : code;
        }}
      />
    </Field>
  );
}
