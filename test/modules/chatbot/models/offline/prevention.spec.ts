import { LOCALES, type Locale } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';
import { WRITTEN, writtenPrevention } from './written-texts';

let scenario: OfflineScenario;
beforeAll(async () => {
  scenario = await OfflineScenario.start();
});
afterAll(() => scenario.close());

/** The illnesses whose prevention people in Africa ask about most. */
const ASKED = [
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

/** How prevention is asked for. `…` stands for the illness. */
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

const NOT_WRITTEN: Readonly<Record<Locale, readonly [question: string, says: string]>> = {
  en: ['how can I prevent gallstones?', 'I have nothing written on how to prevent that'],
  fr: ['comment éviter l’appendicite ?', 'Je n’ai rien d’écrit sur la façon de l’éviter'],
  pt: ['como evitar a apendicite?', 'Não tenho nada escrito sobre como evitar isso'],
  ar: ['كيف أتجنب التهاب الزائدة؟', 'ليس لدي شيء مكتوب عن الوقاية من ذلك'],
  sw: ['jinsi ya kuzuia kifafa?', 'Sina maandishi kuhusu jinsi ya kuzuia hilo'],
};

const UNKNOWN: Readonly<Record<Locale, string>> = {
  en: 'no way is known to prevent',
  fr: 'on ne connaît aucun moyen',
  pt: 'não se conhece maneira',
  ar: 'ولا تُعرف طريقة',
  sw: 'hakuna njia inayojulikana',
};

describe.each(LOCALES)('prevention in %s', (language) => {
  it.each(ASKED)('is told for %s, however it is asked', async (illness) => {
    const prevention = writtenPrevention(illness, language);
    const name = WRITTEN[language][illness]?.name ?? '';
    for (const question of QUESTIONS[language]) {
      const reply = await scenario.reply(question.replace('…', name), { language });
      expect(reply.startsWith(prevention) ? 'found' : `${question}: ${reply}`).toBe('found');
    }
  });

  it('is told of what was spoken about before', async () => {
    const reply = await scenario.reply(FOLLOW_UP[language], { language });
    expect(reply.split('\n\n')[0]).toBe(writtenPrevention('Tuberculosis', language));
  });

  it('is not what somebody gets who asks what an illness is', async () => {
    const reply = await scenario.reply(FOLLOW_UP[language][0], { language });
    expect(reply).not.toContain(writtenPrevention('Tuberculosis', language));
  });

  it('is said not to be written where it is not', async () => {
    const [question, says] = NOT_WRITTEN[language];
    expect(await scenario.reply(question, { language })).toContain(says);
  });

  it('is said to be unknown where nobody knows how', () => {
    expect(writtenPrevention('Sickle-cell disease', language)).toContain(UNKNOWN[language]);
  });

  it('is short', () => {
    const written = Object.values(WRITTEN[language]).flatMap(({ prevention }) => prevention ?? []);
    expect(written.filter((text) => text.length > 330)).toEqual([]);
    expect(written.length).toBe(
      Object.values(WRITTEN.en).filter(({ prevention }) => prevention !== undefined).length,
    );
  });
});

describe('prevention', () => {
  it('is told to whoever asks for the vaccine', async () => {
    const reply = await scenario.reply('is there a vaccine for hepatitis B?');
    expect(reply.startsWith(writtenPrevention('Hepatitis B', 'en')) ? 'found' : reply).toBe('found');
  });
});
