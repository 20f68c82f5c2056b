import type { ComponentChildren } from 'preact';
import { LOCALES, type Locale } from '../../../src/shared/locale';
import { LANGUAGE_NAMES } from '../../../src/shared/language-names';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly text: string;
  readonly lang?: string;
  /** A second line, which only a list has. */
  readonly detail?: string;
}

interface SelectProps<Value extends string> {
  readonly id: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  /** Needed only outside of a `Field`. */
  readonly label?: string;
}

/** A select element that always shows the given value. */
export function Select<Value extends string>({ id, value, options, onChange, label }: SelectProps<Value>) {
  return (
    <select
      id={id}
      value={value}
      aria-label={label}
      onChange={({ currentTarget }) => {
        const selected = options[currentTarget.selectedIndex];
        if (selected) onChange(selected.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} lang={option.lang}>
          {option.text}
        </option>
      ))}
    </select>
  );
}

/** A form control with its visible label. */
export function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      {children}
    </label>
  );
}

const LANGUAGES = LOCALES.map((locale) => ({ value: locale, text: LANGUAGE_NAMES[locale], lang: locale }));

interface LanguageSelectProps {
  readonly value: Locale;
  readonly onChange: (locale: Locale) => void;
  /** Needed only outside of a `Field`. */
  readonly label?: string;
}

/** The choice of the page's language, with each language in its own name. */
export function LanguageSelect(props: LanguageSelectProps) {
  return <Select id="language" options={LANGUAGES} {...props} />;
}

/** Returns the options of countries, by name. @param formatCountry returns the name of a code */
export function countryOptions<Code extends string>(
  codes: readonly Code[],
  formatCountry: (code: string) => string,
  locale: Locale,
): Option<Code>[] {
  return codes
    .map((code) => ({ value: code, text: formatCountry(code) }))
    .sort((a, b) => a.text.localeCompare(b.text, locale));
}
