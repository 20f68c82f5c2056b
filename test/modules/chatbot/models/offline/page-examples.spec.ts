import { replyLanguage } from '../../../../../src/modules/chatbot/language/reply-language';
import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { ar } from '../../../../../web/chat/i18n/messages/ar';
import { en } from '../../../../../web/chat/i18n/messages/en';
import { fr } from '../../../../../web/chat/i18n/messages/fr';
import { pt } from '../../../../../web/chat/i18n/messages/pt';
import { sw } from '../../../../../web/chat/i18n/messages/sw';
import { OfflineScenario } from './offline-scenario';
import { preventionText } from './pathology-texts';

const scenario = new OfflineScenario();

const PAGES: Readonly<Record<Locale, Readonly<Record<string, unknown>>>> = { en, fr, pt, ar, sw };

/** The text in the reply to each question of the page, by the key of the question. */
const EXPECTED_TEXTS: Readonly<Record<string, (language: Locale) => string | Promise<string>>> = {
  'welcome.example1': (language) => scenario.about('specialty/dermatology', language),
  'welcome.example2': (language) => preventionText('Malaria', language),
  'welcome.example3': (language) => scenario.about('pathology/hypertension', language),
};

const EXAMPLES = LOCALES.flatMap((language) =>
  Object.entries(PAGES[language])
    .filter(([key]) => /^welcome\.example\d+$/.test(key))
    .map(([key, question]) => [language, String(question), key] as const),
);

describe('the example questions of the chat page', () => {
  it('exist in each language', () => {
    expect(EXAMPLES).toHaveLength(LOCALES.length * Object.keys(EXPECTED_TEXTS).length);
  });

  it.each(EXAMPLES)('get the expected reply in %s: %s', async (language, question, key) => {
    expect(await scenario.reply(question, { language })).toContain(await EXPECTED_TEXTS[key]?.(language));
  });

  it.each(EXAMPLES)('are detected as %s: %s', (language, question) => {
    expect(replyLanguage({ message: question, preferred: [], earlier: [] })).toBe(language);
  });
});
