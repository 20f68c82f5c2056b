import { getFact } from '../../../../src/modules/chatbot/facts/facts';
import { findFollowedFacts, isFollowUp } from '../../../../src/modules/chatbot/facts/follow-ups';
import { SENTENCES } from '../../../../src/modules/chatbot/models/offline/sentences';
import type { Locale } from '../../../../src/shared/locale';
import { OfflineScenario } from '../models/offline/offline-scenario';

const scenario = new OfflineScenario();
const textOf = (id: string, language: Locale) => getFact(id).texts[language];

const COUGH = {
  en: 'i have cough for 3 days what helps',
  fr: 'je tousse depuis 3 jours, que faire',
  pt: 'tenho tosse há 3 dias, o que fazer',
  sw: 'nina kikohozi kwa siku 3 nifanye nini',
  ar: 'عندي سعال من 3 أيام ماذا أفعل',
} satisfies Record<Locale, string>;

describe('a message that continues the previous one', () => {
  it.each<[Locale, readonly [string, string], string]>([
    [
      'en',
      ['how do i make salt and sugar water for diarrhoea', 'how many times should i give it in a day?'],
      'rehydration',
    ],
    ['fr', ['ça brûle quand je pisse', 'et si je suis enceinte?'], 'burningUrine'],
    ['pt', ['a minha glicemia em jejum é 240', 'e o que devo comer então'], 'diabetesFood'],
    ['en', [COUGH.en, 'and if i have fever?'], 'shortCough'],
    ['en', [COUGH.en, 'how long does it last?'], 'shortCough'],
    ['fr', [COUGH.fr, 'combien de temps ça dure ?'], 'shortCough'],
    ['pt', [COUGH.pt, 'e se eu tiver febre?'], 'shortCough'],
    ['sw', [COUGH.sw, 'na kama nina homa?'], 'shortCough'],
    ['ar', [COUGH.ar, 'كم يستمر؟'], 'shortCough'],
    ['ar', ['عندي حرقان في البول', 'واذا كنت حامل؟'], 'burningUrine'],
    ['en', ['what helps against heartburn', 'and can i eat pepper with it?'], 'heartburn'],
  ])('gets the fact of both, in %s: %s', async (language, messages, id) => {
    expect(await scenario.reply(messages, { language })).toContain(textOf(id, language));
  });

  it.each<[Locale, string]>([
    ['en', 'i tried all that but it is still the same'],
    ['fr', 'j’ai déjà tout essayé mais toujours rien'],
    ['pt', 'já tentei isso tudo mas não passou'],
    ['sw', 'nimejaribu hayo yote lakini bado'],
    ['ar', 'جربت كل هذا لكن لم ينفع'],
  ])('is to be examined if nothing helped, in %s: %s', async (language, message) => {
    const reply = await scenario.reply([COUGH[language], message], { language });
    expect(reply).toContain(SENTENCES[language].triedAlready);
    expect(reply).toContain(textOf('shortCough', language));
  });

  it.each<[Locale, string]>([
    ['en', 'what is diabetes?'],
    ['en', 'my tooth hurts'],
    ['en', 'thank you very much'],
    ['fr', 'mon fils a de la fièvre'],
    ['fr', 'et le paludisme ?'],
    ['pt', 'o que é a diabetes?'],
    ['sw', 'jino linauma'],
    ['sw', 'kisukari ni nini?'],
    ['ar', 'ما هو السكري؟'],
    ['ar', 'عندي ألم في الأسنان'],
    ['en', 'and how do i repair my car engine'],
    ['en', 'and what is asthma?'],
    ['fr', 'et l’asthme c’est quoi ?'],
    ['pt', 'e o que é a asma?'],
    ['sw', 'na pumu ni nini?'],
    ['ar', 'وما هو الربو؟'],
  ])('is none with a subject of its own, in %s: %s', async (language, message) => {
    expect(isFollowUp(message, [language])).toBe(false);
    const reply = await scenario.reply([COUGH[language], message], { language });
    expect(reply).not.toContain(textOf('shortCough', language));
  });
});

describe('an illness in a message that continues the previous one', () => {
  it.each<[Locale, string]>([
    ['en', 'and if i have asthma?'],
    ['en', 'and for people with diabetes?'],
    ['fr', 'et si j’ai le diabète ?'],
    ['pt', 'e se eu tiver asma?'],
    ['sw', 'na kama nina pumu?'],
    ['ar', 'واذا عندي ربو؟'],
  ])('is a risk if the person has it, in %s: %s', (language, message) => {
    expect(isFollowUp(message, [language])).toBe(true);
  });
});

describe('an answer to an offer of two facts', () => {
  const OFFERED = 'what helps against cough? what helps against heartburn? what about constipation?';
  const chosenBy = (answer: string) => findFollowedFacts([OFFERED, answer], ['en']).map(({ id }) => id);

  it.each([
    ['the first one', 'shortCough'],
    ['yes, the first', 'shortCough'],
    ['ya kwanza', 'shortCough'],
    ['الأول', 'shortCough'],
    ['second', 'constipation'],
    ['the second one please', 'constipation'],
    ['la deuxième', 'constipation'],
    ['o segundo', 'constipation'],
    ['ya pili', 'constipation'],
  ])('chooses one: "%s"', (answer, id) => {
    expect(chosenBy(answer)).toEqual([id]);
  });

  it.each([
    'pilipili',
    'what do I do first?',
    'wait 30 seconds',
    'the first day of my period',
    'nile kwanza',
  ])('chooses none with other words: "%s"', (answer) => {
    expect(chosenBy(answer)).toEqual([]);
  });
});

describe('a pregnancy that is added by the way', () => {
  it.each<[Locale, string, string]>([
    ['fr', 'ça brûle quand je pisse', 'au fait je suis enceinte de 5 mois'],
    ['en', 'it burns when i pee', 'by the way i am pregnant'],
  ])('continues the question before it, in %s: "%s", "%s"', (language, before, message) => {
    const facts = findFollowedFacts([before, message], [language]);
    expect(facts.map(({ id }) => id)).toContain('burningUrine');
  });
});
