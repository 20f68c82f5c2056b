import { OFFLINE_TEXTS } from '../../../../../src/modules/chatbot/models/offline/texts';
import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

let scenario: OfflineScenario;
beforeAll(async () => {
  scenario = await OfflineScenario.start();
});
afterAll(() => scenario.close());

interface Asked {
  readonly fever: string;
  readonly contagious: string;
  readonly unwell: string;
  /** The same with a complaint: then there is nothing to ask back. */
  readonly unwellWith: readonly [message: string, specialty: string];
  readonly answer: string;
  readonly vaccines: readonly string[];
  readonly pressure: readonly string[];
  /** Two numbers that are no blood pressure. */
  readonly notPressure: string;
  readonly sideEffects: string;
  readonly dentist: string;
  readonly children: string;
  readonly pregnancy: string;
  readonly illness: string;
}

const ASKED: Readonly<Record<Locale, Asked>> = {
  en: {
    fever: 'is my fever malaria?',
    contagious: 'is it contagious, malaria?',
    unwell: 'i dont feel well',
    unwellWith: ['I feel sick and my tooth hurts', 'dentistry'],
    answer: 'since three days, I am 30',
    vaccines: ['What vaccines does my newborn need?', 'vaccination schedule please'],
    pressure: ['my blood pressure is 150/95, is that bad?', 'bp 150 over 95', 'is my blood pressure ok?'],
    notPressure: 'since 12/10 my eyes are red',
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
    unwellWith: ['bonjour je suis malade, j’ai mal aux dents', 'dentistry'],
    answer: 'depuis trois jours, 30 ans',
    vaccines: ['Quels vaccins pour mon nouveau-né ?', 'calendrier de vaccination'],
    pressure: ['ma tension est à 15/9, c’est grave ?', 'tension 150 sur 95'],
    notPressure: 'depuis le 12/10 j’ai les yeux rouges',
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
    unwellWith: ['estou doente, tenho dor de dentes', 'dentistry'],
    answer: 'há três dias, 30 anos',
    vaccines: ['Que vacinas precisa o meu recém-nascido?', 'calendário de vacinação'],
    pressure: ['a minha tensão é 150/95, é grave?', 'pressão 15 por 9'],
    notPressure: 'desde 12/10 tenho os olhos vermelhos',
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
    unwellWith: ['أنا مريض وعندي وجع الأسنان', 'dentistry'],
    answer: 'منذ ثلاثة أيام، عمري 30',
    vaccines: ['ما اللقاحات التي يحتاجها مولودي؟', 'جدول التطعيمات'],
    pressure: ['ضغطي 150/95 هل هذا خطير؟', 'ضغط الدم ١٥٠ على ٩٥'],
    notPressure: 'منذ 12/10 عيني حمراء',
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
    unwellWith: ['mimi ni mgonjwa, jino linauma', 'dentistry'],
    answer: 'siku tatu, miaka 30',
    vaccines: ['mtoto mchanga anahitaji chanjo gani?', 'ratiba ya chanjo'],
    pressure: ['presha yangu ni 150/95, ni mbaya?', 'shinikizo la damu 150 kwa 95'],
    notPressure: 'tangu 12/10 macho yangu ni mekundu',
    sideEffects: 'madhara ya vidonge vya uzazi wa mpango ni nini?',
    dentist: 'daktari gani wa meno?',
    children: 'na kwa watoto?',
    pregnancy: 'na wajawazito je?',
    illness: 'kifafa ni nini?',
  },
};

describe.each(LOCALES)('in %s', (language) => {
  const asked = ASKED[language];
  const { sentences } = OFFLINE_TEXTS[language];
  /** What a sentence says before the first name that is put in. */
  const beginning = (sentence: keyof typeof sentences) => sentences[sentence].split('{')[0] ?? '';
  const topicOf = (sentence: keyof typeof sentences) => sentences[sentence].replace(/^[^}]*\}/, '');

  it('only a test can tell whether a fever is malaria', async () => {
    const reply = await scenario.reply(asked.fever, { language });
    expect(reply).toContain(topicOf('noDiagnosis'));
    expect(reply).toContain(await scenario.about('pathology/malaria', language));
  });

  it('nobody who asks whether malaria is contagious is told that only a test can tell', async () => {
    const reply = await scenario.reply(asked.contagious, { language });
    expect(reply).not.toContain(topicOf('noDiagnosis'));
    expect(reply).toContain(await scenario.about('pathology/malaria', language));
  });

  it('whoever only feels unwell is asked what it is', async () => {
    expect(await scenario.reply(asked.unwell, { language })).toContain(sentences.unwell);
  });

  it('whoever feels unwell and says what it is gets the specialty', async () => {
    const [message, code] = asked.unwellWith;
    const reply = await scenario.reply(message, { language });
    expect(reply).not.toContain(sentences.unwell);
    expect(reply).toContain(await scenario.name(code, language));
  });

  it('whoever answers with nothing that names a specialty is sent to general practice', async () => {
    const reply = await scenario.reply([asked.unwell, asked.answer], { language });
    expect(reply).not.toContain(beginning('unknown'));
    expect(reply).toContain(await scenario.name('general-practice', language));
  });

  it.each(asked.vaccines)('the vaccines of a newborn are told: %s', async (question) => {
    expect(await scenario.reply(question, { language })).toContain(sentences.vaccines);
  });

  it.each(asked.pressure)('one value of the blood pressure is not enough: %s', async (question) => {
    const reply = await scenario.reply(question, { language });
    expect(reply).toContain(sentences.bloodPressure);
    expect(reply).toContain(await scenario.name('cardiology', language));
    expect(reply).not.toContain(await scenario.name('obstetrics-and-gynaecology', language));
  });

  it('a date is no blood pressure', async () => {
    const reply = await scenario.reply(asked.notPressure, { language });
    expect(reply).not.toContain(sentences.bloodPressure);
    expect(reply).toContain(await scenario.name('ophthalmology', language));
  });

  it('side effects are left to whoever gave the medicine', async () => {
    const reply = await scenario.reply(asked.sideEffects, { language });
    expect(reply).toContain(sentences.sideEffects);
    expect(reply).toContain(await scenario.name('sexual-and-reproductive-health', language));
  });

  it('whoever asked for a dentist learns where children can go', async () => {
    const reply = await scenario.reply([asked.dentist, asked.children], { language });
    expect(reply).toContain(await scenario.name('dentistry', language));
    expect(reply).toContain(beginning('childAlso'));
    expect(reply).toContain(await scenario.name('paediatrics', language));
  });

  it('whoever asked for a dentist learns where pregnant women can go', async () => {
    const reply = await scenario.reply([asked.dentist, asked.pregnancy], { language });
    expect(reply).toContain(await scenario.name('dentistry', language));
    expect(reply).toContain(beginning('pregnancyAlso'));
  });

  it('children are told of alone where nothing was named before', async () => {
    const reply = await scenario.reply(asked.children, { language });
    expect(reply).toContain(beginning('childAlso'));
    expect(reply).not.toContain(beginning('specialty'));
  });

  it('nothing is said of children to whoever asks for a dentist alone', async () => {
    expect(await scenario.reply(asked.dentist, { language })).not.toContain(beginning('childAlso'));
  });

  it('an illness comes with where to go when its specialist is far', async () => {
    const reply = await scenario.reply(asked.illness, { language });
    expect(reply).toContain(await scenario.name('neurology', language));
    expect(reply).toContain(sentences.generalPractice);
  });
});

describe('what only looks like an illness', () => {
  it.each([
    ['fr', 'bonjour, je suis malade'],
    ['en', 'hello, I am sick'],
    ['pt', 'bom dia, estou doente'],
  ] as const)('in %s is not taken for one: %s', async (language, message) => {
    expect(await scenario.reply(message, { language })).toContain(OFFLINE_TEXTS[language].sentences.unwell);
  });

  it.each([
    ['en', 'how can I prevent pregnancy?'],
    ['fr', 'comment éviter de tomber enceinte ?'],
    ['pt', 'como evitar a gravidez?'],
    ['ar', 'أريد وسيلة منع الحمل'],
    ['sw', 'nataka kuzuia mimba'],
  ] as const)('in %s is a matter of family planning: %s', async (language, message) => {
    const reply = await scenario.reply(message, { language });
    expect(reply.split('\n\n')[0]).toContain(await scenario.name('sexual-and-reproductive-health', language));
  });
});

describe('the wording', () => {
  it.each([
    ['en', 'quel médecin pour les yeux', 'you describe'],
    ['fr', 'quel médecin pour les yeux', 'vous décrivez'],
    ['pt', 'que médico para os olhos', 'descreve'],
  ] as const)(
    'in %s tells nobody that they described something who did not',
    async (language, asks, words) => {
      expect(await scenario.reply(asks, { language })).not.toContain(words);
    },
  );

  it('has one colon before the name of a specialty', async () => {
    const reply = await scenario.reply('c’est quoi la fièvre typhoïde', { language: 'fr' });
    const line = reply.split('\n\n').find((paragraph) => paragraph.includes('« Fièvre typhoïde »')) ?? '';
    expect(line.split('.')[0]).toBe('Spécialité pour « Fièvre typhoïde » : Maladies infectieuses');
  });

  it('does not depend on whether an illness is one or many', async () => {
    expect(await scenario.reply('which doctor for haemorrhoids')).toContain(
      'Specialty for “Haemorrhoids (piles)”: ',
    );
  });

  it('calls dentistry in French what it is called there', async () => {
    expect(await scenario.name('dentistry', 'fr')).toBe('Médecine dentaire');
  });
});

describe('what an illness does', () => {
  it.each([
    ['what does diabetes do to the eyes?', 'pathology/diabetesmellitus'],
    ['what does malaria do to a baby', 'pathology/malaria'],
    ['what does a kidney doctor do', 'specialty/nephrology'],
    ['what does a cardiologist do about high blood pressure', 'specialty/cardiology'],
  ])('is not what a doctor does: %s', async (question, topic) => {
    const about = await scenario.about(topic, 'en');
    const reply = await scenario.reply(question);
    expect(reply.split('\n\n')[0]?.includes(about) ? 'found' : reply).toBe('found');
  });
});
