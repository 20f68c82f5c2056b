import { replyLanguage } from '../../../../../src/modules/chatbot/language/reply-language';
import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { ar } from '../../../../../web/chat/messages/ar';
import { en } from '../../../../../web/chat/messages/en';
import { fr } from '../../../../../web/chat/messages/fr';
import { pt } from '../../../../../web/chat/messages/pt';
import { sw } from '../../../../../web/chat/messages/sw';
import { OfflineScenario } from './offline-scenario';
import { writtenPrevention } from './written-texts';

let scenario: OfflineScenario;
beforeAll(async () => {
  scenario = await OfflineScenario.start();
});
afterAll(() => scenario.close());

const PAGES: Readonly<Record<Locale, Readonly<Record<string, unknown>>>> = { en, fr, pt, ar, sw };

/** What each question on the page is answered with, by the key of its text. */
const ANSWERS: Readonly<Record<string, (language: Locale) => string | Promise<string>>> = {
  'welcome.example1': (language) => scenario.about('specialty/dermatology', language),
  'welcome.example2': (language) => writtenPrevention('Malaria', language),
  'welcome.example3': (language) => scenario.about('pathology/hypertension', language),
};

const EXAMPLES = LOCALES.flatMap((language) =>
  Object.entries(PAGES[language])
    .filter(([key]) => /^welcome\.example\d+$/.test(key))
    .map(([key, question]) => [language, String(question), key] as const),
);

describe('the questions that the page begins with', () => {
  it('are there in each language', () => {
    expect(EXAMPLES).toHaveLength(LOCALES.length * Object.keys(ANSWERS).length);
  });

  it.each(EXAMPLES)('are answered in %s: %s', async (language, question, key) => {
    const expected = await ANSWERS[key]?.(language);
    const reply = await scenario.reply(question, { language });
    expect(expected !== undefined && reply.includes(expected) ? 'found' : reply).toBe('found');
  });

  it.each(EXAMPLES)('are known to be %s: %s', (language, question) => {
    expect(replyLanguage({ message: question, preferred: [], earlier: [] })).toBe(language);
  });
});
