import { LOCALES } from '../../../../src/shared/locale';
import { OfflineScenario } from '../models/offline/offline-scenario';
import { QUESTIONS } from '../models/offline/question-table';

const scenario = new OfflineScenario();

describe.each(LOCALES)('questions in %s', (language) => {
  const { doctor, role, what, misspelt } = QUESTIONS[language];

  it.each(doctor)('for a doctor get the specialty: %s', async (question, specialties) => {
    const names = await Promise.all(specialties.split('|').map((code) => scenario.name(code, language)));
    const reply = await scenario.reply(question, { language });
    expect(names.some((name) => reply.includes(`: ${name}.`)) ? 'found' : reply).toBe('found');
  });

  it.each(role)('about a specialist get the text about the specialty: %s', async (question, code) => {
    const reply = await scenario.reply(question, { language });
    expect(reply.startsWith(await scenario.name(code, language)) ? 'found' : reply).toBe('found');
    expect(reply).toContain(await scenario.about(`specialty/${code}`, language));
  });

  it.each(what)('about a pathology get the text about it: %s', async (question, key) => {
    const about = await scenario.about(`pathology/${key}`, language);
    const reply = await scenario.reply(question, { language });
    expect(reply.startsWith(about) ? 'found' : reply).toBe('found');
  });

  it.each(misspelt)('with misspelt words get the right text: %s', async (question, topic) => {
    const about = (kind: string) => scenario.about(`${kind}/${topic}`, language);
    const expected = await about('specialty').catch(() => about('pathology'));
    expect(await scenario.reply(question, { language })).toContain(expected);
  });
});
