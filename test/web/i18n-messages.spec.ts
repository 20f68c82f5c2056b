import { LOCALES, type Locale } from '../../src/pages/locale';
import { ar } from '../../web/i18n/messages/ar';
import { type Message, type MessageKey, type Messages, en } from '../../web/i18n/messages/en';
import { fr } from '../../web/i18n/messages/fr';
import { pt } from '../../web/i18n/messages/pt';
import { sw } from '../../web/i18n/messages/sw';

const MESSAGES: Readonly<Record<Locale, Messages>> = { en, fr, pt, ar, sw };

const KEYS = Object.keys(en) as MessageKey[];

const TRANSLATED = LOCALES.filter((locale) => locale !== 'en');

/** What is the same in another language as in English. */
const SAME_AS_ENGLISH: Readonly<Record<Exclude<Locale, 'en'>, readonly MessageKey[]>> = {
  fr: ['figure.item', 'column.atc'],
  pt: ['figure.item', 'column.atc'],
  ar: ['figure.item', 'column.atc', 'column.icd10'],
  sw: ['figure.item', 'column.atc', 'column.icd10'],
};

function formsOf(message: Message): [form: string, text: string][] {
  return typeof message === 'string' ? [['other', message]] : Object.entries(message);
}

function placesOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();
}

describe('the texts of the dashboard', () => {
  describe.each(LOCALES)('in %s', (locale) => {
    const messages = MESSAGES[locale];

    it('are all there, and none besides', () => {
      expect(Object.keys(messages).sort()).toEqual([...KEYS].sort());
      const empty = KEYS.filter((key) => formsOf(messages[key]).some(([, text]) => text.trim() === ''));
      expect(empty).toEqual([]);
    });

    it('have every plural form that the language needs, and no other', () => {
      const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.sort();
      for (const key of KEYS) {
        const message = messages[key];
        if (typeof message !== 'string') expect([key, Object.keys(message).sort()]).toEqual([key, needed]);
      }
    });

    it('keep the places for values, but for a number that the form itself says', () => {
      // In Arabic "one case" and "two cases" are said without a numeral.
      const saysCount = (form: string) => locale === 'ar' && ['zero', 'one', 'two'].includes(form);
      for (const key of KEYS) {
        const [, english = ''] = formsOf(en[key]).find(([form]) => form === 'other') ?? [];
        for (const [form, text] of formsOf(messages[key])) {
          const places = placesOf(english).filter((place) => place !== 'count' || !saysCount(form));
          const found = placesOf(text).filter((place) => place !== 'count' || !saysCount(form));
          expect([key, form, found]).toEqual([key, form, places]);
        }
      }
    });
  });

  it.each(TRANSLATED)('are translated into %s', (locale) => {
    const same = KEYS.filter((key) => JSON.stringify(MESSAGES[locale][key]) === JSON.stringify(en[key]));
    expect(same.sort()).toEqual([...SAME_AS_ENGLISH[locale]].sort());
  });

  it('are written with Arabic letters in Arabic, and with Latin ones elsewhere', () => {
    const arabic = /\p{Script=Arabic}/u;
    const texts = (locale: Locale) =>
      KEYS.flatMap((key) => formsOf(MESSAGES[locale][key]).map(([, text]) => text));
    const withoutArabic = texts('ar').filter((text) => !arabic.test(text));
    expect(withoutArabic.sort()).toEqual(['ATC', 'ICD-10', '{name} ({value})']);
    for (const locale of ['en', 'fr', 'pt', 'sw'] as const) {
      expect(texts(locale).filter((text) => arabic.test(text))).toEqual([]);
    }
  });

  it('do not part French signs from the word before', () => {
    const parted = KEYS.filter((key) => formsOf(fr[key]).some(([, text]) => / [:;!?»]|« /.test(text)));
    expect(parted).toEqual([]);
  });
});
