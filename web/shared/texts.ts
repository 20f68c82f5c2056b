import { directionOf, type Locale } from '../../src/shared/locale';
import { FORMAT_TAGS } from './i18n/formats';

/** A text with placeholders in braces, for example `{name}`; or a text for each plural form of `{count}`. */
export type Message = string | Plural;

/** One text per plural form of the language (Unicode plural rules). */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

export type Values = Readonly<Record<string, string>>;

/**
 * Returns a text in the language of the page.
 * @param values the formatted values of the placeholders
 * @param count selects the plural form
 */
export type Text<Key extends string> = (key: Key, values?: Values, count?: number) => string;

export function createTexts<Key extends string>(
  locale: Locale,
  messages: Readonly<Record<Key, Message>>,
): Text<Key> {
  const plurals = new Intl.PluralRules(FORMAT_TAGS[locale]);
  // Unicode isolates prevent left-to-right values from reordering the right-to-left text around them.
  const isolate = (value: string) => (directionOf(locale) === 'rtl' ? `\u2068${value}\u2069` : value);
  return (key, values = {}, count = 0) => {
    const message = messages[key];
    const text = typeof message === 'string' ? message : (message[plurals.select(count)] ?? message.other);
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => isolate(values[name] ?? placeholder));
  };
}

/** The texts of another language, with plurals for the same keys as in English. */
export type TextsOf<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Plural;
};
