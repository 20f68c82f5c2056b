import { getFact } from '../../../../../src/modules/chatbot/facts/facts';
import { LIMITS } from '../../../../../src/modules/chatbot/facts/limits';
import { SENTENCES } from '../../../../../src/modules/chatbot/models/offline/sentences';
import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

const scenario = new OfflineScenario();
const sentences = SENTENCES.en;

const limitText = (id: string, language: Locale): string =>
  LIMITS.find((limit) => limit.id === id)?.texts[language] ?? `no limit ${id}`;

describe('a question that the offline assistant cannot answer', () => {
  it.each<[Locale, string, string]>([
    ['en', 'My goat has stopped eating, what medicine can I give it?', 'animal'],
    ['fr', 'Mon chat est malade, il vomit', 'animal'],
    ['sw', 'Kuku wangu wanakufa, nifanye nini?', 'animal'],
    ['en', 'How much does a caesarean cost in Nairobi?', 'cost'],
    ['pt', 'Quanto custa uma consulta na clínica?', 'cost'],
    ['ar', 'كم سعر فحص الدم؟', 'cost'],
    ['en', 'Does NHIF cover dialysis?', 'insurance'],
    ['en', 'Do you keep my data?', 'privacy'],
    ['pt', 'Como apago as minhas mensagens?', 'privacy'],
    ['en', 'How do I delete my account?', 'account'],
    ['sw', 'Unaweza kunipa namba ya daktari?', 'appointment'],
    ['en', 'Who won the football match yesterday?', 'notHealth'],
    ['ar', 'ما هي عاصمة فرنسا؟', 'notHealth'],
    ['en', 'Can I take Zyrtolex with my malaria medicine?', 'interaction'],
    ['pt', 'Posso tomar Zinnat com a pílula?', 'interaction'],
    ['en', 'What does a positive VDRL mean?', 'testResult'],
  ])('in %s gets a text that says so first: %s', async (language, message, id) => {
    const text = limitText(id, language);
    expect((await scenario.reply(message, { language })).slice(0, text.length)).toBe(text);
  });

  it.each([
    'I fell yesterday playing football and my ankle is swollen',
    'can my baby drink milk of my goat, she eats well',
    'my back hurts since I work on the farm',
  ])('is not taken for one about another subject: %s', async (message) => {
    const reply = await scenario.reply(message);
    for (const id of ['notHealth', 'animal']) expect(reply).not.toContain(limitText(id, 'en'));
  });

  it('gets the price after the fact that it also asks for', async () => {
    const reply = await scenario.reply('How do I know that I have an ulcer? And how much is the drug?');
    expect(reply.startsWith(getFact('stomachUlcer').texts.en)).toBe(true);
    expect(reply).toContain(limitText('cost', 'en'));
    expect(reply).not.toContain(sentences.onlyPart);
  });

  it('is named as open beside an answered one', async () => {
    const reply = await scenario.reply('How do I make ORS for my child? And why is the sky so blue?');
    expect(reply).toContain(getFact('rehydration').texts.en);
    expect(reply).toContain('I have no information on “And why is the sky so blue?”');
  });
});

describe('a text about an illness', () => {
  const startOf = (sentence: keyof typeof sentences) => sentences[sentence].split('{')[0] ?? '';

  it('says that it does not answer a narrower question', async () => {
    const reply = await scenario.reply('What is the difference between gout and arthritis?');
    expect(reply.startsWith(startOf('notExactly'))).toBe(true);
  });

  it('says how a misspelt name was read', async () => {
    expect(await scenario.reply('ما علاج الصلع؟')).toContain(startOf('understood'));
  });

  it('is not found by the stem of another word: "colo", the cervix, is no cholera', async () => {
    const reply = await scenario.reply('preciso de fazer o exame do colo do útero', { language: 'pt' });
    expect(reply).toContain(getFact('cervicalScreening').texts.pt);
    expect(await scenario.reply('dores no colo', { language: 'pt' })).not.toContain('cólera');
  });
});

describe.each(LOCALES)('a message without fever in %s', (language) => {
  const messages: Readonly<Record<Locale, string>> = {
    en: 'my child has a runny nose without fever',
    fr: 'mon enfant a le nez qui coule sans fièvre',
    pt: 'o meu filho tem o nariz a pingar sem febre',
    sw: 'mtoto ana mafua bila homa',
    ar: 'طفلي عنده رشح بدون حرارة',
  };

  it('gets no text about fever', async () => {
    const reply = await scenario.reply(messages[language], { language });
    expect(reply).not.toContain(getFact('feverCare').texts[language]);
  });
});
