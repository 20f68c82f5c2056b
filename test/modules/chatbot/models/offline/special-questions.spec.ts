import { getFact } from '../../../../../src/modules/chatbot/facts/facts';
import { SENTENCES } from '../../../../../src/modules/chatbot/models/offline/sentences';
import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

const scenario = new OfflineScenario();

const MESSAGES = {
  en: {
    fever: 'is my fever malaria?',
    contagious: 'is it contagious, malaria?',
    unwell: 'i dont feel well',
    unwellWithToothache: 'I feel sick and my tooth hurts',
    answer: 'since three days, I am 30',
    vaccines: ['What vaccines does my newborn need?', 'vaccination schedule please'],
    pressure: ['my blood pressure is 150/95, is that bad?', 'bp 150 over 95', 'is my blood pressure ok?'],
    noPressure: 'since 12/10 my eyes are red',
    sideEffects: 'what is the side effect of the pill',
    dentist: 'which doctor for teeth?',
    children: 'and for children?',
    pregnancy: 'and in pregnancy?',
    illness: 'what is epilepsy?',
  },
  fr: {
    fever: 'ma fièvre, est-ce le paludisme ?',
    contagious: 'est-ce contagieux, le paludisme ?',
    unwell: 'je ne me sens pas bien',
    unwellWithToothache: 'bonjour je suis malade, j’ai mal aux dents',
    answer: 'depuis trois jours, 30 ans',
    vaccines: ['Quels vaccins pour mon nouveau-né ?', 'calendrier de vaccination'],
    pressure: ['ma tension est à 15/9, c’est grave ?', 'tension 150 sur 95'],
    noPressure: 'depuis le 12/10 j’ai les yeux rouges',
    sideEffects: 'quels sont les effets secondaires de la pilule ?',
    dentist: 'quel médecin pour les dents ?',
    children: 'et pour les enfants ?',
    pregnancy: 'et pendant la grossesse ?',
    illness: 'c’est quoi l’épilepsie ?',
  },
  pt: {
    fever: 'a minha febre é malária?',
    contagious: 'a malária é contagiosa?',
    unwell: 'não me sinto bem',
    unwellWithToothache: 'estou doente, tenho dor de dentes',
    answer: 'há três dias, 30 anos',
    vaccines: ['Que vacinas precisa o meu recém-nascido?', 'calendário de vacinação'],
    pressure: ['a minha tensão é 150/95, é grave?', 'pressão 15 por 9'],
    noPressure: 'desde 12/10 tenho os olhos vermelhos',
    sideEffects: 'quais são os efeitos secundários da pílula?',
    dentist: 'que médico para os dentes?',
    children: 'e para as crianças?',
    pregnancy: 'e na gravidez?',
    illness: 'o que é a epilepsia?',
  },
  ar: {
    fever: 'هل الحمى عندي ملاريا؟',
    contagious: 'هل هي معدية الملاريا؟',
    unwell: 'لا أشعر بخير',
    unwellWithToothache: 'أنا مريض وعندي وجع الأسنان',
    answer: 'منذ ثلاثة أيام، عمري 30',
    vaccines: ['ما اللقاحات التي يحتاجها مولودي؟', 'جدول التطعيمات'],
    pressure: ['ضغطي 150/95 هل هذا خطير؟', 'ضغط الدم ١٥٠ على ٩٥'],
    noPressure: 'منذ 12/10 عيني حمراء',
    sideEffects: 'ما هي الآثار الجانبية لحبوب منع الحمل؟',
    dentist: 'أي طبيب للأسنان؟',
    children: 'وللأطفال؟',
    pregnancy: 'وفي الحمل؟',
    illness: 'ما هو الصرع؟',
  },
  sw: {
    fever: 'homa yangu ni malaria?',
    contagious: 'malaria inaambukiza?',
    unwell: 'sijisikii vizuri',
    unwellWithToothache: 'mimi ni mgonjwa, jino linauma',
    answer: 'siku tatu, miaka 30',
    vaccines: ['mtoto mchanga anahitaji chanjo gani?', 'ratiba ya chanjo'],
    pressure: ['presha yangu ni 150/95, ni mbaya?', 'shinikizo la damu 150 kwa 95'],
    noPressure: 'tangu 12/10 macho yangu ni mekundu',
    sideEffects: 'madhara ya vidonge vya uzazi wa mpango ni nini?',
    dentist: 'daktari gani wa meno?',
    children: 'na kwa watoto?',
    pregnancy: 'na wajawazito je?',
    illness: 'kifafa ni nini?',
  },
} satisfies Record<Locale, Record<string, string | string[]>>;

describe.each(LOCALES)('the reply in %s', (language) => {
  const messages = MESSAGES[language];
  const sentences = SENTENCES[language];
  /** Returns a sentence up to its first placeholder. */
  const startOf = (sentence: keyof typeof sentences) => sentences[sentence].split('{')[0] ?? '';
  const afterTopic = (sentence: keyof typeof sentences) => sentences[sentence].replace(/^[^}]*\}/, '');

  it('says that only a test can tell whether a fever is malaria', async () => {
    const reply = await scenario.reply(messages.fever, { language });
    expect(reply).toContain(afterTopic('noDiagnosis'));
    expect(reply).toContain(await scenario.about('pathology/malaria', language));
  });

  it('does not mention a test if the question is whether malaria is contagious', async () => {
    const reply = await scenario.reply(messages.contagious, { language });
    expect(reply).not.toContain(afterTopic('noDiagnosis'));
    expect(reply).toContain(await scenario.about('pathology/malaria', language));
  });

  it('asks for details if the user only feels unwell', async () => {
    expect(await scenario.reply(messages.unwell, { language })).toContain(sentences.unwell);
  });

  it('names the specialty if the user feels unwell and has a complaint', async () => {
    const reply = await scenario.reply(messages.unwellWithToothache, { language });
    expect(reply).not.toContain(sentences.unwell);
    expect(reply).toContain(await scenario.name('dentistry', language));
  });

  it('suggests general practice if the details name no specialty', async () => {
    const reply = await scenario.reply([messages.unwell, messages.answer], { language });
    expect(reply).not.toContain(startOf('unknown'));
    expect(reply).toContain(await scenario.name('general-practice', language));
  });

  it.each(messages.vaccines)('lists the vaccines of a newborn: %s', async (question) => {
    expect(await scenario.reply(question, { language })).toContain(getFact('vaccineDates').texts[language]);
  });

  it.each(messages.pressure)('says that one blood pressure is not enough: %s', async (question) => {
    const reply = await scenario.reply(question, { language });
    expect(reply).toContain(sentences.bloodPressure);
    expect(reply).toContain(await scenario.name('cardiology', language));
    expect(reply).not.toContain(await scenario.name('obstetrics-and-gynaecology', language));
  });

  it('does not take a date for a blood pressure', async () => {
    const reply = await scenario.reply(messages.noPressure, { language });
    expect(reply).not.toContain(sentences.bloodPressure);
    expect(reply).toContain(await scenario.name('ophthalmology', language));
  });

  it('refers questions about side effects to a health worker', async () => {
    const reply = await scenario.reply(messages.sideEffects, { language });
    expect(reply).toContain(sentences.sideEffects);
    expect(reply).toContain(await scenario.name('sexual-and-reproductive-health', language));
  });

  it('names paediatrics after a question for a dentist and one about children', async () => {
    const reply = await scenario.reply([messages.dentist, messages.children], { language });
    expect(reply).toContain(await scenario.name('dentistry', language));
    expect(reply).toContain(startOf('childAlso'));
    expect(reply).toContain(await scenario.name('paediatrics', language));
  });

  it('names obstetrics after a question for a dentist and one about pregnancy', async () => {
    const reply = await scenario.reply([messages.dentist, messages.pregnancy], { language });
    expect(reply).toContain(await scenario.name('dentistry', language));
    expect(reply).toContain(startOf('pregnancyAlso'));
  });

  it('is about children only if no topic was named before', async () => {
    const reply = await scenario.reply(messages.children, { language });
    expect(reply).toContain(startOf('childAlso'));
    expect(reply).not.toContain(startOf('specialty'));
  });

  it('is not about children if the question is only for a dentist', async () => {
    expect(await scenario.reply(messages.dentist, { language })).not.toContain(startOf('childAlso'));
  });

  it('names the health centre before the specialist of a pathology', async () => {
    const reply = await scenario.reply(messages.illness, { language });
    expect(reply).toContain(await scenario.name('neurology', language));
    expect(reply.indexOf(sentences.firstContact)).toBeGreaterThan(-1);
    expect(reply.indexOf(sentences.firstContact)).toBeLessThan(reply.indexOf(startOf('specialtyFor')));
  });
});

describe('a message that only looks like a pathology', () => {
  it.each(['am I overweight', 'am i healthy'])('is not taken for an abbreviation: %s', async (message) => {
    expect(await scenario.reply(message)).not.toContain('heart attack');
    expect(await scenario.reply('what is an AMI')).toContain('heart attack');
  });

  it.each([
    ['fr', 'bonjour, je suis malade'],
    ['en', 'hello, I am sick'],
    ['pt', 'bom dia, estou doente'],
  ] as const)('in %s gets a question for details: %s', async (language, message) => {
    expect(await scenario.reply(message, { language })).toContain(SENTENCES[language].unwell);
  });

  it.each([
    ['en', 'how can I prevent pregnancy?'],
    ['fr', 'comment éviter de tomber enceinte ?'],
    ['pt', 'como evitar a gravidez?'],
    ['ar', 'أريد وسيلة منع الحمل'],
    ['sw', 'nataka kuzuia mimba'],
  ] as const)('in %s gets family planning: %s', async (language, message) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).toContain(await scenario.name('sexual-and-reproductive-health', language));
  });
});

describe('the wording', () => {
  it.each([
    ['en', 'quel médecin pour les yeux', 'you describe'],
    ['fr', 'quel médecin pour les yeux', 'vous décrivez'],
    ['pt', 'que médico para os olhos', 'descreve'],
  ] as const)(
    'in %s does not say "you describe" if the user described nothing',
    async (language, question, words) => {
      expect(await scenario.reply(question, { language })).not.toContain(words);
    },
  );

  it('has one colon before the name of a specialty', async () => {
    const reply = await scenario.reply('c’est quoi la fièvre typhoïde', { language: 'fr' });
    const paragraph = reply.split('\n\n').find((text) => text.includes('« Fièvre typhoïde »')) ?? '';
    expect(paragraph.split('.')[0]).toBe('Spécialité pour « Fièvre typhoïde » : Maladies infectieuses');
  });

  it('is the same for singular and plural names', async () => {
    const reply = await scenario.reply('which doctor for haemorrhoids');
    expect(reply).toContain('Specialty for “Haemorrhoids (piles)”: ');
  });

  it('has the usual French name of dentistry', async () => {
    expect(await scenario.name('dentistry', 'fr')).toBe('Médecine dentaire');
  });
});

describe('a question about what a pathology or a doctor does', () => {
  it.each([
    ['what does diabetes do to the eyes?', 'pathology/diabetesmellitus'],
    ['what does malaria do to a baby', 'pathology/malaria'],
    ['what does a kidney doctor do', 'specialty/nephrology'],
    ['what does a cardiologist do about high blood pressure', 'specialty/cardiology'],
  ])('gets the text about the right one: %s', async (question, topic) => {
    const [paragraph] = (await scenario.reply(question)).split('\n\n');
    expect(paragraph).toContain(await scenario.about(topic, 'en'));
  });
});
