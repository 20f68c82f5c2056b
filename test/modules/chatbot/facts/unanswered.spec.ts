import { getFact } from '../../../../src/modules/chatbot/facts/facts';
import { LIMITS } from '../../../../src/modules/chatbot/facts/limits';
import { fillPlaceholders } from '../../../../src/modules/chatbot/facts/placeholders';
import { type Sentence, SENTENCES } from '../../../../src/modules/chatbot/models/offline/sentences';
import type { Locale } from '../../../../src/shared/locale';
import { OfflineScenario } from '../models/offline/offline-scenario';

const scenario = new OfflineScenario();
const cost = LIMITS.find(({ id }) => id === 'cost');

const sentence = (language: Locale, name: Sentence, values: Readonly<Record<string, string>> = {}) =>
  fillPlaceholders(SENTENCES[language][name], values);

describe('a fact that does not answer what is asked about it', () => {
  it.each<[Locale, string, { name: Sentence; id: string }]>([
    ['en', 'how long does sickle cell pain last', { name: 'noTime', id: 'sickleCell' }],
    ['fr', 'où acheter une moustiquaire imprégnée', { name: 'noPlace', id: 'bedNets' }],
    ['pt', 'quanto tempo dura a crise falciforme', { name: 'noTime', id: 'sickleCell' }],
    ['sw', 'kwa nini nina selimundu', { name: 'noCause', id: 'sickleCell' }],
    ['ar', 'كم تستمر نوبة المنجلي', { name: 'noTime', id: 'sickleCell' }],
  ])('says so first, and then what it is about, in %s: %s', async (language, message, { name, id }) => {
    const fact = getFact(id);
    const start = [sentence(language, name), sentence(language, 'whatIKnow', { name: fact.names[language] })];
    expect((await scenario.reply(message, { language })).split('\n\n').slice(0, 2)).toEqual(start);
  });

  it('answers nothing about the price with a text on the test', async () => {
    const reply = await scenario.reply('abeg how much be malaria test');
    expect(reply.startsWith(cost?.texts.en ?? '?')).toBe(true);
  });

  it('says nothing of the kind if it has the answer', async () => {
    const reply = await scenario.reply('for how long do I take the tb drugs');
    expect(reply.startsWith('Tuberculosis is cured')).toBe(true);
    expect(reply).not.toContain(sentence('en', 'noTime'));
  });
});

describe('of two questions', () => {
  it.each<[Locale, string, string]>([
    ['en', 'What food is good in pregnancy? And can I drive a tractor?', 'And can I drive a tractor?'],
    ['fr', 'quels aliments contre l’anémie et comment dessiner un arbre', 'comment dessiner un arbre'],
  ])('the one without an answer is named, in %s: %s', async (language, message, question) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).toContain(sentence(language, 'noAnswer', { question }));
  });

  it('the second one gets its own gap', async () => {
    const reply = await scenario.reply(
      'how do I live with sickle cell disease? how long does a crisis last?',
    );
    expect(reply.startsWith(getFact('sickleCell').texts.en)).toBe(true);
    expect(reply).toContain(`“how long does a crisis last?” ${sentence('en', 'noTime')}`);
  });

  it('both are answered by one fact without a word about gaps', async () => {
    const reply = await scenario.reply('mtoto wangu ana miezi 4 naweza kumpa maji? na uji lini?', {
      language: 'sw',
    });
    expect(reply).toContain(getFact('firstFood').texts.sw);
    expect(reply).not.toContain('Sina uhakika');
    expect(reply).not.toContain('na uji lini?');
  });

  it.each<[Locale, string, string]>([
    ['en', 'is the HPV vaccine free and at what age is it given', 'at what age is it given'],
    ['pt', 'quanto custa o teste de hiv e quanto tempo demora o resultado', 'quanto tempo'],
  ])('the second one is about the fact of the first, in %s: %s', async (language, message, part) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).toContain(cost?.texts[language]);
    expect(reply).not.toContain(part);
  });

  it('each gets its own fact', async () => {
    const message = 'é normal ter corrimento branco na gravidez? e posso ter relações?';
    const reply = await scenario.reply(message, { language: 'pt' });
    for (const id of ['genitalDischarge', 'sexPregnancy']) expect(reply).toContain(getFact(id).texts.pt);
  });

  it('the one beside a price is named as open', async () => {
    const message = 'combien coûte une échographie et à combien de mois la faire';
    const reply = await scenario.reply(message, { language: 'fr' });
    expect(reply.startsWith(cost?.texts.fr ?? '?')).toBe(true);
    expect(reply).toContain(sentence('fr', 'noAnswer', { question: 'à combien de mois la faire' }));
  });

  it('neither is said to be answered in part where nothing is known', async () => {
    const reply = await scenario.reply('why is my baby’s poop green? is it dangerous?');
    expect(reply.startsWith(sentence('en', 'onlySpecialty'))).toBe(true);
    expect(reply).not.toContain(sentence('en', 'onlyPart'));
  });
});

describe('a text about another thing than the one asked', () => {
  it('says that it may be so where a question for yes or no names what it does not', async () => {
    const reply = await scenario.reply('can i eat groundnuts when i have an ulcer');
    const { names } = getFact('stomachUlcer');
    expect(reply.startsWith(sentence('en', 'perhapsFact', { name: names.en, words: 'groundnuts' }))).toBe(
      true,
    );
  });

  it('does not refuse a dose that nobody asked for', async () => {
    const reply = await scenario.reply('how long does malaria take to go after starting coartem?');
    expect(reply).not.toContain(sentence('en', 'medicine'));
    expect(reply.startsWith(sentence('en', 'notExactly', { topic: 'Malaria' }))).toBe(true);
  });

  it('does not deny the cause that it names', async () => {
    const reply = await scenario.reply('why does somebody get cholera');
    expect(reply.startsWith(sentence('en', 'whatIKnow', { name: 'Cholera' }))).toBe(true);
  });

  it('does not ask whether a whole name was meant', async () => {
    const understood = sentence('en', 'understood', { topic: 'Hepatitis E' });
    expect(await scenario.reply('what is hepatitis e')).not.toContain(understood);
  });

  it('says so for a question beside a complaint', async () => {
    const reply = await scenario.reply('tenho gastrite, posso beber café', { language: 'pt' });
    expect(reply.startsWith(sentence('pt', 'notExactly', { topic: 'Gastrite' }))).toBe(true);
  });

  it('is no question about the time of day', async () => {
    const reply = await scenario.reply('كم ساعة بين جرعات البنادول للكبار', { language: 'ar' });
    expect(reply).toContain(getFact('paracetamol').texts.ar);
  });

  it('names no medicine that it does not know as safe with another one', async () => {
    const reply = await scenario.reply('is it safe to take paracetamol with losartan?');
    const interaction = LIMITS.find(({ id }) => id === 'interaction');
    expect(reply.startsWith(interaction?.texts.en ?? '?')).toBe(true);
  });
});
