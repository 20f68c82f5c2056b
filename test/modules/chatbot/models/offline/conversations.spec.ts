import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

const scenario = new OfflineScenario();

/** The messages of the same short conversations in each language. */
const CONVERSATIONS = {
  en: {
    malaria: 'What is malaria?',
    doctor: 'and which doctor for that?',
    children: 'What about children?',
    pregnancy: 'and if I am pregnant?',
    prevention: 'how can I prevent it?',
    toothache: 'I have a toothache',
    more: 'since Monday',
  },
  fr: {
    malaria: 'C’est quoi le paludisme ?',
    doctor: 'et quel médecin pour ça ?',
    children: 'Et chez les enfants ?',
    pregnancy: 'et si je suis enceinte ?',
    prevention: 'comment l’éviter ?',
    toothache: 'J’ai mal aux dents',
    more: 'depuis lundi',
  },
  pt: {
    malaria: 'O que é a malária?',
    doctor: 'e que médico para isso?',
    children: 'E nas crianças?',
    pregnancy: 'e se estou grávida?',
    prevention: 'como posso evitar?',
    toothache: 'Tenho dor de dentes',
    more: 'desde segunda-feira',
  },
  ar: {
    malaria: 'ما هي الملاريا؟',
    doctor: 'وأي طبيب لذلك؟',
    children: 'وماذا عن الأطفال؟',
    pregnancy: 'وفي الحمل؟',
    prevention: 'كيف أتجنب ذلك؟',
    toothache: 'عندي ألم في الأسنان',
    more: 'منذ الاثنين',
  },
  sw: {
    malaria: 'Malaria ni nini?',
    doctor: 'na daktari gani kwa hiyo?',
    children: 'Vipi kuhusu watoto?',
    pregnancy: 'na wajawazito je?',
    prevention: 'jinsi ya kuzuia?',
    toothache: 'Jino linauma',
    more: 'tangu Jumatatu',
  },
} satisfies Record<Locale, Record<string, string>>;

describe.each(LOCALES)('a conversation in %s', (language) => {
  const messages = CONVERSATIONS[language];

  it('continues about the pathology with a question for a doctor', async () => {
    const reply = await scenario.reply([messages.malaria, messages.doctor], { language });
    expect(reply).toContain(await scenario.about('specialty/tropical-medicine', language));
    expect(reply).not.toContain(await scenario.about('pathology/malaria', language));
  });

  it('continues about the pathology with a question about children', async () => {
    const reply = await scenario.reply([messages.malaria, messages.children], { language });
    expect(reply).toContain(await scenario.name('paediatrics', language));
    expect(reply).toContain(await scenario.name('tropical-medicine', language));
  });

  it('continues about the pathology with a question about pregnancy', async () => {
    const reply = await scenario.reply([messages.malaria, messages.pregnancy], { language });
    expect(reply).toContain(await scenario.name('obstetrics-and-gynaecology', language));
    expect(reply).toContain(await scenario.name('tropical-medicine', language));
  });

  it('continues about the pathology with a question about prevention', async () => {
    const reply = await scenario.reply([messages.malaria, messages.prevention], { language });
    expect(reply).toContain(await scenario.about('pathology/malaria', language));
  });

  it('continues about the previous complaint if a message names no topic', async () => {
    const reply = await scenario.reply([messages.toothache, messages.more], { language });
    expect(reply).toContain(await scenario.name('dentistry', language));
  });

  it('changes the subject if a message names another one', async () => {
    const reply = await scenario.reply([messages.malaria, messages.toothache], { language });
    expect(reply).toContain(await scenario.name('dentistry', language));
    expect(reply).not.toContain(await scenario.name('tropical-medicine', language));
  });
});

describe('a conversation', () => {
  it('ignores a complaint that the same or a later message negates', async () => {
    const both = await scenario.reply('I have a cough but no fever');
    expect(both).toContain('Pulmonology');
    expect(both).not.toContain('General practice.');
    expect(await scenario.reply(['I have a toothache', 'Sorry, no toothache'])).not.toContain('Dentistry');
  });

  it('keeps its subject for five messages of the user', async () => {
    const chatter = Array.from({ length: 4 }, () => 'and then');
    expect(await scenario.reply(['I have a toothache', ...chatter])).toContain('Dentistry');
    expect(await scenario.reply(['I have a toothache', ...chatter, 'and then'])).not.toContain('Dentistry');
  });

  it('can have messages in one language and replies in another', async () => {
    const reply = await scenario.reply('C’est quoi le paludisme ?', { language: 'en' });
    expect(reply).toContain(await scenario.about('pathology/malaria', 'en'));
    const swahili = await scenario.reply('Nina kikohozi', { language: 'pt' });
    expect(swahili).toContain(await scenario.name('pulmonology', 'pt'));
  });

  it('always gets the same reply', async () => {
    const message = 'fever, cough, headache, rash, diarrhoea and joint pain';
    const replies = await Promise.all([1, 2, 3].map(() => scenario.reply(message)));
    expect(new Set(replies).size).toBe(1);
  });
});
