import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';
import { PATHOLOGY_TEXTS, preventionText } from './pathology-texts';

const scenario = new OfflineScenario();

/** The pathologies that people in Africa ask about most. */
const COMMON_PATHOLOGIES = [
  'Malaria',
  'Tuberculosis',
  'Cholera',
  'Typhoid fever',
  'HIV disease',
  'Hepatitis B',
  'Measles',
  'Diarrhoea and gastroenteritis',
  'Hypertension',
  'Diabetes mellitus',
  'Schistosomiasis',
  'Rabies',
  'Meningitis',
  'Acute poliomyelitis',
  'Yellow fever',
  'Dengue fever',
  'Ebola virus disease',
  'Mpox',
  'COVID-19',
  'Influenza',
  'Intestinal helminthiasis',
  'Scabies',
  'Cancer of cervix uteri',
  'Severe acute malnutrition',
  'Anaemia',
];

/** Questions on prevention. `…` stands for the pathology. */
const QUESTIONS: Readonly<Record<Locale, readonly string[]>> = {
  en: ['how can I prevent …?', 'how to avoid …'],
  fr: ['comment éviter … ?', 'Comment prévenir : … ?'],
  pt: ['como evitar … ?', 'como se previne: …'],
  ar: ['كيف أتجنب … ؟', 'الوقاية من …'],
  sw: ['jinsi ya kuzuia … ?', 'nitajikinga vipi na …'],
};

const FOLLOW_UP: Readonly<Record<Locale, readonly [what: string, prevention: string]>> = {
  en: ['What is tuberculosis?', 'and how do I avoid it?'],
  fr: ['C’est quoi la tuberculose ?', 'comment l’éviter ?'],
  pt: ['O que é a tuberculose?', 'como evitar?'],
  ar: ['ما هو السل؟', 'كيف أتجنبه؟ وما الوقاية؟'],
  sw: ['Kifua kikuu ni nini?', 'jinsi ya kuzuia?'],
};

const WITHOUT_TEXT: Readonly<Record<Locale, readonly [question: string, reply: string]>> = {
  en: ['how can I prevent gallstones?', 'I have nothing written on how to prevent that'],
  fr: ['comment éviter l’appendicite ?', 'Je n’ai rien d’écrit sur la façon de l’éviter'],
  pt: ['como evitar a apendicite?', 'Não tenho nada escrito sobre como evitar isso'],
  ar: ['كيف أتجنب التهاب الزائدة؟', 'ليس لدي شيء مكتوب عن الوقاية من ذلك'],
  sw: ['jinsi ya kuzuia kifafa?', 'Sina maandishi kuhusu jinsi ya kuzuia hilo'],
};

const NO_KNOWN_WAY: Readonly<Record<Locale, string>> = {
  en: 'no way is known to prevent',
  fr: 'on ne connaît aucun moyen',
  pt: 'não se conhece maneira',
  ar: 'ولا تُعرف طريقة',
  sw: 'hakuna njia inayojulikana',
};

describe.each(LOCALES)('prevention in %s', (language) => {
  it.each(COMMON_PATHOLOGIES)('is explained for %s, with every form of the question', async (pathology) => {
    const prevention = preventionText(pathology, language);
    const name = PATHOLOGY_TEXTS[language][pathology]?.name ?? '';
    for (const question of QUESTIONS[language]) {
      const reply = await scenario.reply(question.replace('…', name), { language });
      expect(reply.startsWith(prevention) ? 'found' : `${question}: ${reply}`).toBe('found');
    }
  });

  it('is explained for the pathology of the previous message', async () => {
    const reply = await scenario.reply(FOLLOW_UP[language], { language });
    expect(reply.split('\n\n')[0]).toBe(preventionText('Tuberculosis', language));
  });

  it('is not part of the reply to what a pathology is', async () => {
    const reply = await scenario.reply(FOLLOW_UP[language][0], { language });
    expect(reply).not.toContain(preventionText('Tuberculosis', language));
  });

  it('gets a sentence that there is no text on it if there is none', async () => {
    const [question, text] = WITHOUT_TEXT[language];
    expect(await scenario.reply(question, { language })).toContain(text);
  });

  it('has a text for a pathology that cannot be prevented', () => {
    expect(preventionText('Sickle-cell disease', language)).toContain(NO_KNOWN_WAY[language]);
  });

  it('has texts of at most 330 characters for the same pathologies as in English', () => {
    const texts = Object.values(PATHOLOGY_TEXTS[language]).flatMap(({ prevention }) => prevention ?? []);
    expect(texts.filter((text) => text.length > 330)).toEqual([]);
    expect(texts.length).toBe(
      Object.values(PATHOLOGY_TEXTS.en).filter(({ prevention }) => prevention !== undefined).length,
    );
  });
});

describe('prevention', () => {
  it('is explained if the question is about a vaccine', async () => {
    const reply = await scenario.reply('is there a vaccine for hepatitis B?');
    expect(reply.startsWith(preventionText('Hepatitis B', 'en')) ? 'found' : reply).toBe('found');
  });
});
