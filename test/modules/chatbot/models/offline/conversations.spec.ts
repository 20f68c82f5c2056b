import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

let scenario: OfflineScenario;
beforeAll(async () => {
  scenario = await OfflineScenario.start();
});
afterAll(() => scenario.close());

/** How the same short conversations are had in each language. */
const CONVERSATIONS: Readonly<
  Record<
    Locale,
    Record<'malaria' | 'doctor' | 'children' | 'pregnancy' | 'prevention' | 'toothache' | 'more', string>
  >
> = {
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
};

describe.each(LOCALES)('a conversation in %s', (language) => {
  const said = CONVERSATIONS[language];

  it('goes on about the illness: which doctor for that?', async () => {
    const reply = await scenario.reply([said.malaria, said.doctor], { language });
    expect(reply).toContain(await scenario.about('specialty/tropical-medicine', language));
    expect(reply).not.toContain(await scenario.about('pathology/malaria', language));
  });

  it('goes on about the illness: what about children?', async () => {
    const reply = await scenario.reply([said.malaria, said.children], { language });
    expect(reply).toContain(await scenario.name('paediatrics', language));
    expect(reply).toContain(await scenario.name('tropical-medicine', language));
  });

  it('goes on about the illness: and in pregnancy?', async () => {
    const reply = await scenario.reply([said.malaria, said.pregnancy], { language });
    expect(reply).toContain(await scenario.name('obstetrics-and-gynaecology', language));
    expect(reply).toContain(await scenario.name('tropical-medicine', language));
  });

  it('goes on about the illness: how to prevent it?', async () => {
    const reply = await scenario.reply([said.malaria, said.prevention], { language });
    expect(reply).toContain(await scenario.about('pathology/malaria', language));
  });

  it('goes by what was said before when the last message names nothing', async () => {
    const reply = await scenario.reply([said.toothache, said.more], { language });
    expect(reply).toContain(await scenario.name('dentistry', language));
  });

  it('changes its subject when another is named', async () => {
    const reply = await scenario.reply([said.malaria, said.toothache], { language });
    expect(reply).toContain(await scenario.name('dentistry', language));
    expect(reply).not.toContain(await scenario.name('tropical-medicine', language));
  });
});

describe('a conversation', () => {
  it('forgets what its own or a later message takes back', async () => {
    const both = await scenario.reply('I have a cough but no fever');
    expect(both).toContain('Pulmonology');
    expect(both).not.toContain('General practice.');
    expect(await scenario.reply(['I have a toothache', 'Sorry, no toothache'])).not.toContain('Dentistry');
  });

  it('is remembered for five messages of the person', async () => {
    const chatter = Array.from({ length: 4 }, () => 'and then');
    expect(await scenario.reply(['I have a toothache', ...chatter])).toContain('Dentistry');
    expect(await scenario.reply(['I have a toothache', ...chatter, 'and then'])).not.toContain('Dentistry');
  });

  it('may be written in one language and answered in another', async () => {
    const reply = await scenario.reply('C’est quoi le paludisme ?', { language: 'en' });
    expect(reply).toContain(await scenario.about('pathology/malaria', 'en'));
    const swahili = await scenario.reply('Nina kikohozi', { language: 'pt' });
    expect(swahili).toContain(await scenario.name('pulmonology', 'pt'));
  });

  it('gets the same reply each time', async () => {
    const message = 'fever, cough, headache, rash, diarrhoea and joint pain';
    const replies = await Promise.all([1, 2, 3].map(() => scenario.reply(message)));
    expect(new Set(replies).size).toBe(1);
  });
});
