import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';
import { QUESTIONS } from './question-table';

describe.each(LOCALES)('questions in %s', (language) => {
  let scenario: OfflineScenario;
  beforeAll(async () => {
    scenario = await OfflineScenario.start();
  });
  afterAll(() => scenario.close());

  it.each(QUESTIONS[language].doctor)('for a doctor get the specialty: %s', async (question, specialties) => {
    const names = await Promise.all(specialties.split('|').map((code) => scenario.name(code, language)));
    const reply = await scenario.reply(question, { language });
    expect(names.some((name) => reply.includes(`: ${name}.`)) ? 'found' : reply).toBe('found');
  });

  it.each(QUESTIONS[language].role)(
    'about a specialist get the text about the specialty: %s',
    async (question, code) => {
      const reply = await scenario.reply(question, { language });
      expect(reply.startsWith(await scenario.name(code, language)) ? 'found' : reply).toBe('found');
      expect(reply).toContain(await scenario.about(`specialty/${code}`, language));
    },
  );

  it.each(QUESTIONS[language].what)('about a pathology get the text about it: %s', async (question, key) => {
    const about = await scenario.about(`pathology/${key}`, language);
    const reply = await scenario.reply(question, { language });
    expect(reply.startsWith(about) ? 'found' : reply).toBe('found');
  });

  it.each(QUESTIONS[language].misspelt)(
    'with misspelt words get the right text: %s',
    async (question, topic) => {
      const expected = await expectedText(topic, language);
      const reply = await scenario.reply(question, { language });
      expect(reply.includes(expected) ? 'found' : reply).toBe('found');
    },
  );

  async function expectedText(topic: string, locale: Locale): Promise<string> {
    return scenario
      .about(`specialty/${topic}`, locale)
      .catch(() => scenario.about(`pathology/${topic}`, locale));
  }
});
