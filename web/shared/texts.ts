import { directionOf, type Locale } from '../../src/shared/locale';
import { VARIETIES } from './i18n/formats';

/**
 * A text, with places such as `{name}` for values; or, where it turns on a number named `count`, one text for each
 * form that the language has (Unicode's plural rules), `other` always among them.
 */
export type Message = string | Plural;

export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

export type Values = Readonly<Record<string, string>>;

/**
 * A text in the language of the page.
 * @param values for its places, as they are to be read
 * @param count which of its forms to take, where it has several
 */
export type Text<Key extends string> = (key: Key, values?: Values, count?: number) => string;

export function textsFor<Key extends string>(
  locale: Locale,
  messages: Readonly<Record<Key, Message>>,
): Text<Key> {
  const plurals = new Intl.PluralRules(VARIETIES[locale]);
  // What is read from left to right must not turn the words around it: each value stands between Unicode's isolates.
  const isolated = (value: string) => (directionOf(locale) === 'rtl' ? `\u2068${value}\u2069` : value);
  return (key, values = {}, count = 0) => {
    const message = messages[key];
    const text = typeof message === 'string' ? message : (message[plurals.select(count)] ?? message.other);
    return text.replace(/\{(\w+)\}/g, (place, name: string) => isolated(values[name] ?? place));
  };
}
