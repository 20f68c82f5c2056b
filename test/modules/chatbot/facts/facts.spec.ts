import { FACTS, findFacts } from '../../../../src/modules/chatbot/facts/facts';
import { type Locale, LOCALES } from '../../../../src/shared/locale';
import { send } from '../replies/conversation';
import { RepliesScenario } from '../replies/replies-scenario';
import { ANY_ORDER_QUESTIONS } from '../models/offline/any-order-questions';
import { type FactQuestion, LATER_QUESTIONS, OTHER_MESSAGES } from '../models/offline/fact-questions';
import { EVERYDAY_QUESTIONS, UNWANTED_WEIGHT_LOSS } from '../models/offline/everyday-questions';
import { FAMILY_QUESTIONS } from '../models/offline/family-questions';
import { LATER_FACTS } from '../models/offline/later-facts';
import { NEXT_QUESTIONS } from '../models/offline/next-questions';

const find = (message: string, language: Locale): string[] =>
  findFacts(message, [language]).map(({ id }) => id);

/** Not written with the phrases at hand for each word. */
const QUESTIONS: readonly FactQuestion[] = [
  ['en', 'the condom broke last night, what now', 'pep'],
  ['en', 'how do i make ors for my child', 'rehydration'],
  ['en', 'when can my baby start solid food', 'firstFood'],
  ['en', 'I missed two pills this week', 'missedPill'],
  ['en', 'which vaccines at 9 months', 'vaccineDates'],
  ['en', 'when is the first antenatal visit', 'antenatal'],
  ['en', 'should I do a malaria test first', 'malariaTest'],
  ['en', 'yellow discharge from my private part', 'genitalDischarge'],
  ['en', 'it burns when I pee', 'burningUrine'],
  ['en', 'what helps for period pain', 'periodPain'],
  ['en', 'my sugar is 9, is that normal', 'sugarReadings'],
  ['en', 'how much paracetamol for a child of 12 kg', 'paracetamolChild'],
  ['en', 'can I drink beer with my tablets', 'alcoholMedicines'],
  ['en', 'may I breastfeed with HIV', 'breastfeedingHiv'],
  ['en', 'can I take herbs with my ARVs', 'arvHerbs'],
  ['en', 'what is a stomach ulcer', 'stomachUlcer'],
  ['en', 'my father died and I cannot sleep', 'griefSleep'],
  ['en', 'where can I get tested', 'whereTested'],
  ['en', 'what is a normal blood pressure', 'bloodPressure'],
  ['fr', 'la capote a craqué hier', 'pep'],
  ['fr', 'comment préparer le SRO à la maison', 'rehydration'],
  ['fr', 'j’ai oublié ma pilule', 'missedPill'],
  ['fr', 'j’ai des pertes jaunes', 'genitalDischarge'],
  ['fr', 'ça me brûle quand j’urine', 'burningUrine'],
  ['fr', 'quelle dose de Doliprane pour un enfant', 'paracetamolChild'],
  ['pt', 'o preservativo rebentou', 'pep'],
  ['pt', 'como fazer soro caseiro', 'rehydration'],
  ['pt', 'esqueci a pílula', 'missedPill'],
  ['pt', 'tenho corrimento amarelo', 'genitalDischarge'],
  ['pt', 'onde posso fazer o teste', 'whereTested'],
  ['sw', 'kondomu imepasuka jana', 'pep'],
  ['sw', 'nitengenezeje maji ya chumvi na sukari', 'rehydration'],
  ['sw', 'nimesahau kumeza kidonge cha uzazi', 'missedPill'],
  ['sw', 'nachomwa nikikojoa', 'burningUrine'],
  ['sw', 'naweza kunywa pombe na dawa hii', 'alcoholMedicines'],
  ['ar', 'الواقي اتقطع امبارح', 'pep'],
  ['ar', 'ازاي اعمل محلول الجفاف', 'rehydration'],
  ['ar', 'نسيت حبة منع الحمل', 'missedPill'],
  ['ar', 'عندي حرقان في البول', 'burningUrine'],
  ['ar', 'جرعة بنادول للاطفال', 'paracetamolChild'],
  ['ar', 'كم جرعة الباراسيتامول للكبار', 'paracetamol'],
  ['en', 'how many cups of ORS after each stool', 'rehydration'],
  ['en', 'is beer ok while on flagyl', 'alcoholMedicines'],
  ['en', 'I am taking amoxicillin, may I have some wine on sunday', 'alcoholMedicines'],
  ['en', 'I want to remove my implant early', 'contraceptives'],
  ['pt', 'posso tomar bebida alcoólica com antibiótico', 'alcoholMedicines'],
  ['en', 'I missed my ARVs on sunday', 'missedArv'],
  ['fr', 'j’ai oublié de prendre mes ARV hier', 'missedArv'],
  ['sw', 'nimesahau kumeza ARV jana', 'missedArv'],
  ['en', 'for how many days do I give zinc', 'zinc'],
  ['pt', 'quanto zinco para diarreia', 'zinc'],
  ['en', 'I have morning sickness every day', 'pregnancyNausea'],
  ['fr', 'nausées pendant la grossesse que faire', 'pregnancyNausea'],
  ['pt', 'enjoos na gravidez', 'pregnancyNausea'],
  ['en', 'my nipples are cracked', 'soreNipples'],
  ['fr', 'j’ai des crevasses', 'soreNipples'],
  ['en', 'my period lasts two weeks', 'longPeriods'],
  ['sw', 'hedhi yangu inachukua siku kumi', 'longPeriods'],
  ['en', 'no period since the depo', 'injectionPeriods'],
  ['pt', 'tenho a injeção e a menstruação não vem', 'injectionPeriods'],
  ['en', 'can a person with diabetes fast in ramadan', 'ramadanDiabetes'],
  ['fr', 'je suis diabétique, puis-je jeûner', 'ramadanDiabetes'],
  ['ar', 'عندي سكري هل اصوم رمضان', 'ramadanDiabetes'],
  ['en', 'can I take panadol and brufen at the same time', 'painkillersTogether'],
  ['fr', 'paracétamol et ibuprofène ensemble, c’est possible', 'painkillersTogether'],
  ['en', 'I am on TB drugs, does my pill still work', 'tbContraception'],
  ['sw', 'dawa za TB na uzazi wa mpango', 'tbContraception'],
  ['en', 'wine with coartem', 'alcoholMedicines'],
  ['pt', 'sou seropositiva, posso dar de mamar ao peito', 'breastfeedingHiv'],
  ['fr', 'j’ai des plaques rondes sur le bras', 'ringworm'],
  ['fr', 'à 3 mois mon bébé peut boire de l’eau et manger de la bouillie', 'firstFood'],
  ['sw', 'dawa za ARV na miti shamba naweza kuchanganya', 'arvHerbs'],
];

const OTHERS: readonly (readonly [Locale, string])[] = [
  ['en', 'which doctor for the eyes'],
  ['en', 'what is diabetes'],
  ['en', 'the discharge from hospital was yesterday'],
  ['en', 'my ear hurts'],
  ['fr', 'quel médecin pour les yeux'],
  ['pt', 'o que é a malária'],
  ['sw', 'daktari gani wa macho'],
  ['ar', 'ما هو السكري'],
];

describe('the facts of the offline assistant', () => {
  it('have a source with its year, and a text of at most 700 characters in each language', () => {
    expect(FACTS.length).toBe(128);
    expect(new Set(FACTS.map(({ id }) => id)).size).toBe(FACTS.length);
    for (const { texts } of FACTS)
      for (const language of LOCALES) expect(texts[language].length).toBeLessThanOrEqual(700);
  });

  it.each([
    ...QUESTIONS,
    ...LATER_QUESTIONS,
    ...ANY_ORDER_QUESTIONS,
    ...FAMILY_QUESTIONS,
    ...NEXT_QUESTIONS,
    ...EVERYDAY_QUESTIONS,
    ...LATER_FACTS,
  ])('answer in %s: %s', (language, message, id) => {
    expect(find(message, language)).toEqual([id]);
  });

  it.each([...OTHERS, ...OTHER_MESSAGES, ...UNWANTED_WEIGHT_LOSS])(
    'do not answer in %s: %s',
    (language, message) => {
      expect(find(message, language)).toEqual([]);
    },
  );

  it('are two where two fit, but not where hours count', () => {
    expect(find('tell me about bed nets and safe water', 'en').sort()).toEqual(['bedNets', 'safeWater']);
    expect(find('condom broke, where can I get tested', 'en')).toEqual(['pep']);
  });

  it('are those whose phrases say most', () => {
    expect(find('can I take paracetamol for period pain', 'en')).toEqual(['periodPain']);
    expect(find('may I breastfeed with HIV', 'en')).toEqual(['breastfeedingHiv']);
    expect(find('can I take ibuprofen with my pressure tablets', 'en')).toEqual(['painkillers']);
  });

  it('are those of each phrase of theirs', () => {
    for (const { id, phrases } of FACTS)
      for (const language of LOCALES)
        for (const phrase of phrases[language])
          if (!/[*#~]/.test(phrase))
            expect([id, find(phrase, language)]).toEqual([id, expect.arrayContaining([id])]);
  });
});

describe('the offline reply', () => {
  const scenario = RepliesScenario.suite({ CHATBOT_PROVIDER: 'offline' });
  const reply = async (message: string) => (await send(scenario.anyone, { message })).response;

  it('is the fact and one disclaimer', async () => {
    const response = await reply('how much paracetamol can an adult take');
    expect(response).toMatch(
      /^Paracetamol: adults 500 to 1,000 mg.*\n\nI am an automated offline guide[^\n]*$/,
    );
  });

  it('is both facts where two fit', async () => {
    const response = await reply('tell me about bed nets and safe water');
    expect(response).toMatch(/^Against malaria: .*\n\nMake water safe: .*\n\nI am an automated/);
  });

  it('asks one question back where three facts fit', async () => {
    const response = await reply('tell me about bed nets, zinc and safe water');
    expect(response).toMatch(/^Do you want to know about .* or about .*\?$/);
  });

  it('never sends genital discharge to ear, nose and throat', async () => {
    for (const message of ['vaginal discharge', 'I have a discharge down there', 'pus from my penis'])
      expect(await reply(message)).not.toMatch(/ear, nose/i);
  });
});
