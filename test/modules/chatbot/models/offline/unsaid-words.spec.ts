import { getFact } from '../../../../../src/modules/chatbot/facts/facts';
import { SENTENCES } from '../../../../../src/modules/chatbot/models/offline/sentences';
import type { Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

const scenario = new OfflineScenario();
/** The part of a sentence before its first placeholder. */
const startOfSentence = (language: Locale, name: 'perhapsFact' | 'noAnswer') =>
  SENTENCES[language][name].split(/[“«{]/u)[0] ?? '?';

describe('a reply', () => {
  it.each<[Locale, string]>([
    ['en', 'what is the maximum paracetamol an adult can take in a day, say if all the pain is strong'],
    ['en', 'my pressure is 158 over 96, nobody told me what to avoid'],
    ['fr', 'quel est le maximum de paracétamol par jour pour un adulte'],
    ['fr', 'ma tension est 158 sur 96 personne ne m’a dit quoi éviter'],
    ['pt', 'qual é o máximo de paracetamol por dia para um adulto'],
    ['sw', 'presha yangu 158 juu ya 96 niepuke nini'],
    ['sw', 'nina kisukari niepuke vyakula gani na nile nini'],
    ['sw', 'natumia ARV naweza kunywa mitishamba pamoja'],
    ['ar', 'ما هو الحد الأقصى من الباراسيتامول في اليوم'],
  ])('claims no ignorance of usual words, in %s: %s', async (language, message) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).not.toContain(startOfSentence(language, 'perhapsFact'));
    expect(reply).not.toContain(startOfSentence(language, 'noAnswer'));
  });

  it.each<[Locale, string, string]>([
    ['en', 'what is the most paracetamol allowed and does it help hiccups', 'hiccups'],
    ['en', 'does metformin work for pcos', 'pcos'],
    ['pt', 'posso comer pimenta com úlcera no estômago', 'pimenta'],
  ])('names what is not answered, in %s: %s', async (language, message, word) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).toContain(startOfSentence(language, 'perhapsFact'));
    expect(reply).toContain(word);
  });

  it.each<[Locale, string, string]>([
    ['en', 'my baby is 6 months, how many times a day should she eat porridge', 'firstFood'],
    ['fr', 'mon bébé a 6 mois, que puis-je lui donner à manger', 'firstFood'],
    ['sw', 'mtoto ana miezi 6 apewe uji mara ngapi', 'firstFood'],
  ])('begins with no verdict on another question, in %s: %s', async (language, message, id) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).toContain(getFact(id).texts[language]);
    expect(reply).not.toMatch(/^(?:No|Non|Hapana)[,.]/u);
  });

  it('does not say yes to a question for a danger', async () => {
    const reply = await scenario.reply('is it dangerous to have sex in pregnancy');
    expect(reply).toMatch(/^Sex is safe/u);
    expect(await scenario.reply('can we have sex in pregnancy')).toMatch(/^Yes, sex is safe/u);
  });
});

describe('a misspelt word of a fact', () => {
  it.each([
    ['en', 'what familly planing method is best', 'contraceptives'],
    ['en', 'how do i prepare oral rehydraton for my child', 'rehydration'],
  ] as const)('is read, in %s: %s', async (language, message, id) => {
    expect(await scenario.reply(message, { language })).toContain(getFact(id).texts[language]);
  });

  it('is not read as another medicine', async () => {
    const reply = await scenario.reply('how do I take metronidazole');
    expect(reply).not.toContain(getFact('metformin').texts.en);
  });
});
