import { getFact } from '../../../../../src/modules/chatbot/facts/facts';
import { LIMITS } from '../../../../../src/modules/chatbot/facts/limits';
import { fillPlaceholders } from '../../../../../src/modules/chatbot/facts/placeholders';
import { type Sentence, SENTENCES } from '../../../../../src/modules/chatbot/models/offline/sentences';
import type { Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';

const scenario = new OfflineScenario();

const sentence = (language: Locale, name: Sentence, values: Readonly<Record<string, string>> = {}) =>
  fillPlaceholders(SENTENCES[language][name], values);
const textOf = (id: string, language: Locale) => getFact(id).texts[language];

describe('a question beside another subject', () => {
  it.each<[Locale, string, string]>([
    ['fr', "je suis enceinte, puis-je prendre de l'ibuprofène ? J'ai mal aux dents", 'painkillers'],
    ['en', 'My sugar was 14 this morning. I have diabetes, can I fast during ramadan?', 'ramadanDiabetes'],
    ['en', 'how can I stop smoking my breath smells bad', 'badBreath'],
    ['sw', 'sukari yangu ni 9 kabla ya kula. nina kisukari nile nini?', 'diabetesFood'],
  ])('gets its own fact, in %s: %s', async (language, message, id) => {
    expect(await scenario.reply(message, { language })).toContain(textOf(id, language));
  });

  it('gets no advice that lowers a low blood pressure', async () => {
    const reply = await scenario.reply('j’ai des vertiges, ma tension est 9/6, que manger', {
      language: 'fr',
    });
    expect(reply).not.toContain(textOf('pressureFood', 'fr'));
  });

  it('is not said to be open where the value in it is explained', async () => {
    const reply = await scenario.reply('tension 15/9 c’est grave ? je peux manger du sel', {
      language: 'fr',
    });
    expect(reply).toContain(textOf('pressureFood', 'fr'));
    expect(reply).not.toContain(sentence('fr', 'noNormality'));
  });
});

describe('a fact that says nothing on a word of the message', () => {
  it.each<[Locale, string, { id: string; words: string }]>([
    [
      'en',
      'does metformin work for pcos? can I take metformin for acne',
      { id: 'metformin', words: '“pcos, acne”' },
    ],
    [
      'en',
      'my son of 8 months is constipated, can he drink cow milk',
      { id: 'firstFood', words: '“constipated”' },
    ],
    ['en', 'wetin dey cause low sperm count and fit zinc help am', { id: 'zinc', words: '“sperm, count”' }],
    [
      'en',
      'can i give zinc and amoxicillin to my 2 year old with pneumonia',
      { id: 'zinc', words: 'pneumonia' },
    ],
    ['en', 'is anxiety hereditary', { id: 'anxiety', words: '“hereditary”' }],
    ['pt', 'posso comer pimenta com úlcera no estômago', { id: 'stomachUlcer', words: '«pimenta»' }],
  ])('names the word, in %s: %s', async (language, message, { id, words }) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).toContain(textOf(id, language));
    expect(reply.split(textOf(id, language))[0]).toContain(words);
  });

  it('says how it reads a message with several such words', async () => {
    const reply = await scenario.reply('is sex allowed after tubal ligation and does it stop periods');
    const { names, texts } = getFact('longPeriods');
    expect(reply.split(texts.en)[0]).toContain(sentence('en', 'understood', { topic: names.en }));
  });

  it.each<[Locale, string, { id: string; name: Sentence }]>([
    ['en', 'I am 3 months pregnant. is bad breath normal', { id: 'badBreath', name: 'notForPregnancy' }],
    [
      'fr',
      'j’allaite, quoi faire contre la mauvaise haleine',
      { id: 'badBreath', name: 'notForBreastfeeding' },
    ],
    [
      'sw',
      'mtoto wangu wa miaka 4 ana harufu mbaya ya mdomo, nifanye nini',
      { id: 'badBreath', name: 'notForChild' },
    ],
    ['en', 'can a 10 year old take postinor', { id: 'emergencyContraception', name: 'notForChild' }],
    ['ar', 'أنا حامل، رائحة الفم كريهة ماذا أفعل', { id: 'badBreath', name: 'notForPregnancy' }],
  ])('says that it is not about the person, in %s: %s', async (language, message, { id, name }) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).toContain(textOf(id, language));
    expect(reply).toContain(sentence(language, name));
  });

  it('says nothing of the kind where it is about the person', async () => {
    const reply = await scenario.reply('I am pregnant and my feet are swollen');
    expect(reply).toContain(textOf('swellingPregnancy', 'en'));
    expect(reply).not.toContain(sentence('en', 'notForPregnancy'));
  });
});

describe('a fact with no word on signs, cure or contagion', () => {
  it.each<[Locale, string, { id: string; name: Sentence }]>([
    [
      'en',
      'how do I live with sickle cell disease and can it be cured',
      { id: 'sickleCell', name: 'noCure' },
    ],
    ['en', 'how do I know if my child has worms', { id: 'worms', name: 'noSigns' }],
    ['fr', 'la goutte, quels aliments éviter et est-ce contagieux', { id: 'goutFood', name: 'noContagion' }],
    ['pt', 'a epilepsia tem cura', { id: 'epilepsyMedicine', name: 'noCure' }],
    [
      'sw',
      'chakula cha kisukari, na je ugonjwa huo unaambukiza',
      { id: 'diabetesFood', name: 'noContagion' },
    ],
    ['ar', 'كيف أعرف أن ابني عنده ديدان', { id: 'worms', name: 'noSigns' }],
  ])('says so, in %s: %s', async (language, message, { id, name }) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).toContain(textOf(id, language));
    expect(reply).toContain(sentence(language, name));
  });

  it.each<[Locale, string, { id: string; name: Sentence }]>([
    ['en', 'my husband has hepatitis b, is it contagious', { id: 'hepatitisB', name: 'noContagion' }],
    ['fr', 'la tuberculose peut elle se guérir', { id: 'tbTreatment', name: 'noCure' }],
  ])('does not say so where it has one, in %s: %s', async (language, message, { id, name }) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).toContain(textOf(id, language));
    expect(reply).not.toContain(sentence(language, name));
  });
});

describe('two narrower questions about one fact', () => {
  it('get both of its openings', async () => {
    const reply = await scenario.reply('هل حبوب منع الحمل تسبب العقم وهل تزيد الوزن', { language: 'ar' });
    for (const { texts } of getFact('contraceptives').openings ?? []) expect(reply).toContain(texts.ar);
  });
});

describe('a specialty alone', () => {
  it.each<[Locale, string, Sentence]>([
    ['sw', 'mtoto wa miaka 2 hajaanza kuongea ni kawaida', 'onlySpecialty'],
    ['fr', 'le moringa est il bon pour une femme qui allaite', 'onlySpecialty'],
    ['fr', 'jai une boule au sein depuis 2 mois pas de douleur c’est un cancer?', 'noDiagnosisAtAll'],
  ])('is no answer, in %s: %s', async (language, message, name) => {
    expect(await scenario.reply(message, { language })).toContain(sentence(language, name));
  });
});

describe('a medicine beside another question', () => {
  it.each<[Locale, string]>([
    ['pt', 'o que fazer com um dente partido, e posso tomar diclofenac se tenho pressão alta'],
    ['sw', 'mke wangu ana fangasi ukeni, mimi nitumie dawa pia? na tufanye mapenzi'],
    ['pt', 'posso tomar banho de mar com ponto da cesariana'],
    ['en', 'can i use clotrimazole cream on my baby’s mouth, she is 3 months'],
  ])('are no interaction, in %s: %s', async (language, message) => {
    const interaction = LIMITS.find(({ id }) => id === 'interaction');
    expect(await scenario.reply(message, { language })).not.toContain(interaction?.texts[language]);
  });
});

describe('a fact about something else', () => {
  it.each<[Locale, string, string]>([
    ['sw', 'je kuna dawa ya kuacha pombe na inauzwa wapi', 'alcoholMedicines'],
    ['en', 'is there a medicine to stop drinking alcohol', 'alcoholMedicines'],
    ['en', 'when will my period come back after depo, i stopped 5 months ago', 'lateInjection'],
    ['en', 'can she take aspirin in her next pregnancy, she had preeclampsia', 'painkillers'],
    ['sw', 'mtoto ana mafua na kikohozi, nimpe asali? ana miezi 9', 'longCough'],
    ['fr', 'est ce que je peux mettre du miel sur la brulure de mon enfant', 'woundCare'],
    ['fr', 'mon bébé de 5 mois a la diarrhée, puis-je lui donner du smecta', 'firstFood'],
  ])('is not sent, in %s: %s', async (language, message, id) => {
    expect(await scenario.reply(message, { language })).not.toContain(textOf(id, language));
  });
});

describe('a greeting', () => {
  it.each<[Locale, string]>([
    ['en', 'niaje, nina gono na ARVs nameza, naeza mix na antibiotics?'],
    ['fr', 'bonjour, le kinkeliba fait il baisser le cholestérol mauvais'],
  ])('is not all that is answered, in %s: %s', async (language, message) => {
    expect(await scenario.reply(message, { language })).not.toContain(sentence(language, 'greeting'));
  });
});

describe('a text about an illness', () => {
  it('says nothing on pregnancy where the message does not', async () => {
    const reply = await scenario.reply("quels sont les symptomes de l'endometriose", { language: 'fr' });
    expect(reply).not.toContain(SENTENCES.fr.pregnancy.slice('{topic}'.length, 40));
  });

  it.each<[Locale, string, string]>([
    ['en', 'is hepatitis b contagious', 'Hepatitis B'],
    ['sw', 'je ugonjwa wa kifafa unaambukiza', 'Kifafa'],
  ])('does not deny that it says how it passes, in %s: %s', async (language, message, topic) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).not.toContain(sentence(language, 'notExactly', { topic }));
  });

  it.each<[Locale, string, string]>([
    ['en', 'My wife is 7 months pregnant and her BP is 150/100. can she take nifedipine', 'nifedipine'],
    ['sw', 'mke wangu ana fangasi ukeni, mimi nitumie dawa pia? na tufanye mapenzi', 'mapenzi'],
  ])('names the words that it does not explain, in %s: %s', async (language, message, question) => {
    const reply = await scenario.reply(message, { language });
    expect(reply).toContain(sentence(language, 'noAnswer', { question }));
  });

  it.each([
    ['which soap for eczema of a child and is it catching', 'Eczema'],
    ['what is a keloid and can it be removed', 'Keloid'],
  ])('is no diagnosis where something else is asked: %s', async (message, topic) => {
    expect(await scenario.reply(message)).not.toContain(sentence('en', 'noDiagnosis', { topic }));
  });

  it('says that its vaccine is another question', async () => {
    const reply = await scenario.reply('a vacina do covid é obrigatória para crianças?', { language: 'pt' });
    expect(reply.startsWith(sentence('pt', 'notExactly', { topic: 'COVID-19' }))).toBe(true);
  });

  it('is not found by a short Arabic word with another letter', async () => {
    const topic = await scenario.name('obstetrics-and-gynaecology', 'ar');
    expect(await scenario.reply('ابي يشخر ويتوقف نفسه ما الحل', { language: 'ar' })).not.toContain(topic);
  });

  it('is no text on prevention where food is asked for', async () => {
    const reply = await scenario.reply('my grandmother has parkinson, what food should she avoid');
    expect(
      reply.startsWith(sentence('en', 'notExactly', { topic: 'Parkinson’s disease' }).slice(0, 30)),
    ).toBe(true);
  });

  it.each(['ما هو مرض الصدفية وهل له علاج نهائي', 'هل مرض الصدفية معدي'])(
    'is none where words only look like those of other illnesses: %s',
    async (message) => {
      const reply = await scenario.reply(message, { language: 'ar' });
      expect(reply.startsWith(sentence('ar', 'unknown').slice(0, 20))).toBe(true);
    },
  );

  it('is found by a short Arabic word without its article', async () => {
    const reply = await scenario.reply('كيف أعرف أن عندي فقر دم', { language: 'ar' });
    expect(reply).toContain(await scenario.about('pathology/anaemia', 'ar'));
  });

  it.each<[Locale, string]>([
    ['pt', 'a vacina da covid é obrigatória para viajar'],
    ['en', 'i want to know if egg is good for person with high cholesterol'],
  ])('says that it does not answer the question, in %s: %s', async (language, message) => {
    const reply = await scenario.reply(message, { language });
    expect(reply.startsWith(sentence(language, 'notExactly').slice(0, 30))).toBe(true);
  });
});
