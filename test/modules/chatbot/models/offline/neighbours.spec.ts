import { getFact } from '../../../../../src/modules/chatbot/facts/facts';
import { fillPlaceholders } from '../../../../../src/modules/chatbot/facts/placeholders';
import { type Sentence, SENTENCES } from '../../../../../src/modules/chatbot/models/offline/sentences';
import type { Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

const scenario = new OfflineScenario();

const sentence = (language: Locale, name: Sentence, values: Readonly<Record<string, string>> = {}) =>
  fillPlaceholders(SENTENCES[language][name], values);
const textOf = (id: string, language: Locale) => getFact(id).texts[language];

describe('a fact that may be a neighbour of what is meant', () => {
  it.each<[Locale, string, string]>([
    ['fr', 'mon enfant de 6 mois fait des selles vertes', 'babyStool'],
    ['pt', 'tomei paracetamol e bebi cerveja', 'alcoholMedicines'],
    ['ar', 'عندي حموضة بعد الأكل', 'heartburn'],
    ['en', 'abeg wetin i fit drink make my belle stop to pain me after i chop', 'pregnancyFood'],
    ['en', 'i am 52 and my period has stopped, i feel hot at night', 'longPeriods'],
  ])('comes after how the message was read, in %s: %s', async (language, message, id) => {
    const reply = await scenario.reply(message, { language });
    const { names, texts } = getFact(id);
    expect(reply.split(texts[language])[0]).toContain(
      sentence(language, 'understood', { topic: names[language] }),
    );
  });

  it('says what a fever after a vaccine means, in Swahili', async () => {
    const reply = await scenario.reply('mtoto alichanjwa jana leo ana homa, nifanye nini', {
      language: 'sw',
    });
    expect(reply.startsWith('Kuanzia miezi 2')).toBe(true);
  });

  it('is not found by a number that looks like another word', async () => {
    const reply = await scenario.reply('a minha menstruação não vem há dois meses', { language: 'pt' });
    expect(reply).not.toContain(textOf('periodPain', 'pt'));
  });

  it('is no price where a number is asked for', async () => {
    const reply = await scenario.reply('CPN c’est combien de visites au total', { language: 'fr' });
    expect(reply.startsWith(textOf('antenatal', 'fr'))).toBe(true);
  });
});

describe('an illness of a message', () => {
  it.each<[Locale, string]>([
    ['ar', 'عندي دوالي في الخصية'],
    ['en', 'i have asthma and my knee is swollen'],
  ])('comes after how the message was read if it has another term, in %s: %s', async (language, message) => {
    const reply = await scenario.reply(message, { language });
    expect(reply.startsWith(sentence(language, 'understood').slice(0, 15))).toBe(true);
  });

  it('is no medicine where somebody wants to take a bath', async () => {
    const reply = await scenario.reply('posso tomar banho depois da cesariana', { language: 'pt' });
    expect(reply).not.toContain(sentence('pt', 'noMedicine').slice(0, 30));
  });
});

describe('a specialty of a message', () => {
  it('is not explained where the own blood group is asked for', async () => {
    const reply = await scenario.reply('what is my blood group');
    expect(reply.startsWith(sentence('en', 'onlySpecialty'))).toBe(true);
  });

  it('is not that of the back for somebody who came back', async () => {
    const reply = await scenario.reply('my 2 year old does not want to eat since we came back from village');
    expect(reply).not.toContain(await scenario.name('orthopaedics', 'en'));
  });

  it('is no answer to how long a baby sleeps', async () => {
    const reply = await scenario.reply('quantas horas deve dormir um bebé de 3 meses', { language: 'pt' });
    expect(reply.startsWith(sentence('pt', 'onlySpecialty'))).toBe(true);
  });
});
