import { LOCALES, type Locale } from '../../src/shared/locale';
import { ar as firstAidAr } from '../../web/chat/first-aid/texts/ar';
import { en as firstAidEn } from '../../web/chat/first-aid/texts/en';
import { fr as firstAidFr } from '../../web/chat/first-aid/texts/fr';
import { pt as firstAidPt } from '../../web/chat/first-aid/texts/pt';
import { sw as firstAidSw } from '../../web/chat/first-aid/texts/sw';
import { ar as chatAr } from '../../web/chat/i18n/messages/ar';
import { en as chatEn } from '../../web/chat/i18n/messages/en';
import { fr as chatFr } from '../../web/chat/i18n/messages/fr';
import { pt as chatPt } from '../../web/chat/i18n/messages/pt';
import { sw as chatSw } from '../../web/chat/i18n/messages/sw';
import { ar } from '../../web/dashboard/i18n/messages/ar';
import { en } from '../../web/dashboard/i18n/messages/en';
import { fr } from '../../web/dashboard/i18n/messages/fr';
import { pt } from '../../web/dashboard/i18n/messages/pt';
import { sw } from '../../web/dashboard/i18n/messages/sw';
import type { Message } from '../../web/shared/texts';

interface PageTexts {
  readonly page: string;
  readonly texts: Readonly<Record<Locale, Readonly<Record<string, Message>>>>;
  /** The keys whose text is the same as in English. */
  readonly sameAsEnglish: Readonly<Record<Exclude<Locale, 'en'>, readonly string[]>>;
  /** The Arabic texts that contain no Arabic letter. */
  readonly withoutArabicLetters: readonly string[];
}

const TRANSLATED = LOCALES.filter((locale) => locale !== 'en');

const PAGES: readonly PageTexts[] = [
  {
    page: 'dashboard',
    texts: { en, fr, pt, ar, sw },
    sameAsEnglish: {
      fr: ['figure.item', 'column.atc'],
      pt: ['figure.item', 'column.atc'],
      ar: ['figure.item', 'column.atc', 'column.icd10'],
      sw: ['figure.item', 'column.atc', 'column.icd10'],
    },
    withoutArabicLetters: ['ATC', 'ICD-10', '{name} ({value})'],
  },
  {
    page: 'chat',
    texts: { en: chatEn, fr: chatFr, pt: chatPt, ar: chatAr, sw: chatSw },
    sameAsEnglish: {
      fr: ['page.menu', 'message.assistant', 'conversation.label'],
      pt: ['page.menu'],
      ar: [],
      sw: [],
    },
    withoutArabicLetters: [],
  },
  {
    page: 'first aid of the chat',
    texts: { en: firstAidEn, fr: firstAidFr, pt: firstAidPt, ar: firstAidAr, sw: firstAidSw },
    sameAsEnglish: { fr: [], pt: [], ar: [], sw: [] },
    withoutArabicLetters: [],
  },
];

function formsOf(message: Message): [form: string, text: string][] {
  return typeof message === 'string' ? [['other', message]] : Object.entries(message);
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();
}

describe.each(PAGES)('texts of the $page', ({ texts, sameAsEnglish, withoutArabicLetters }) => {
  const KEYS = Object.keys(texts.en);
  const message = (locale: Locale, key: string): Message => texts[locale][key] ?? '';

  describe.each(LOCALES)('in %s', (locale) => {
    it('have the same keys as in English, and no empty text', () => {
      expect(Object.keys(texts[locale]).sort()).toEqual([...KEYS].sort());
      const empty = KEYS.filter((key) =>
        formsOf(message(locale, key)).some(([, text]) => text.trim() === ''),
      );
      expect(empty).toEqual([]);
    });

    it('have exactly the plural forms of the language', () => {
      const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.sort();
      for (const key of KEYS) {
        const forms = message(locale, key);
        if (typeof forms !== 'string') expect([key, Object.keys(forms).sort()]).toEqual([key, needed]);
      }
    });

    it('have the same placeholders as in English, except a count that the plural form implies', () => {
      // Arabic has no numeral in "one case" and "two cases".
      const impliesCount = (form: string) => locale === 'ar' && ['zero', 'one', 'two'].includes(form);
      for (const key of KEYS) {
        const [, english = ''] = formsOf(message('en', key)).find(([form]) => form === 'other') ?? [];
        for (const [form, text] of formsOf(message(locale, key))) {
          const isCompared = (name: string) => name !== 'count' || !impliesCount(form);
          const found = placeholdersIn(text).filter(isCompared);
          expect([key, form, found]).toEqual([key, form, placeholdersIn(english).filter(isCompared)]);
        }
      }
    });
  });

  it.each(TRANSLATED)('are translated into %s', (locale) => {
    const english = (key: string) => JSON.stringify(message('en', key));
    const same = KEYS.filter((key) => JSON.stringify(message(locale, key)) === english(key));
    expect(same.sort()).toEqual([...sameAsEnglish[locale]].sort());
  });

  it('contain Arabic letters in Arabic, and none in the other languages', () => {
    const arabic = /\p{Script=Arabic}/u;
    const textsIn = (locale: Locale) =>
      KEYS.flatMap((key) => formsOf(message(locale, key)).map(([, text]) => text));
    const withoutArabic = textsIn('ar').filter((text) => !arabic.test(text));
    expect(withoutArabic.sort()).toEqual(withoutArabicLetters);
    for (const locale of ['en', 'fr', 'pt', 'sw'] as const) {
      expect(textsIn(locale).filter((text) => arabic.test(text))).toEqual([]);
    }
  });

  it('have no breaking space beside French punctuation', () => {
    const breaking = KEYS.filter((key) =>
      formsOf(message('fr', key)).some(([, text]) => / [:;!?»]|« /.test(text)),
    );
    expect(breaking).toEqual([]);
  });
});
