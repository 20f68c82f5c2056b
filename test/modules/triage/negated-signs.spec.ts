import { assessMessage } from '../../../src/modules/triage/assess-message';
import { ABSENT, maskNegatedSigns } from '../../../src/modules/triage/classifier/negated-signs';
import { splitWords } from '../../../src/shared/words';
import { measureProcessorTime } from '../../support/processor-time';

const mask = (message: string) => maskNegatedSigns(splitWords(message)).join(' ');

describe('a sign that somebody does not have', () => {
  it.each([
    ['no blurred vision', `no ${ABSENT}`],
    ['my vision is not blurred', `my vision is not ${ABSENT}`],
    ['no severe headache or fever, only tired', `no ${ABSENT} , only tired`],
    ['without fever she coughs', `without ${ABSENT} she coughs`],
    ['pas de mal de tête, pas de sang', `pas ${ABSENT} , pas ${ABSENT}`],
    ['ni fièvre ni vomissement', `ni ${ABSENT} ni ${ABSENT}`],
    ['sem dor de cabeça, não tem febre', `sem ${ABSENT} , nao ${ABSENT}`],
    ['sina maumivu ya kichwa wala homa', `sina ${ABSENT} wala ${ABSENT}`],
    ['hatoki damu', `hatoki ${ABSENT}`],
    ['مفيش صداع ولا نزيف', `مفيش ${ABSENT}`],
    ['نظري مش مزغلل', `نظري مش ${ABSENT}`],
    ['ما عندي صداع', `ما ${ABSENT}`],
    ['kichwa hakiniumi', `${ABSENT} hakiniumi`],
    ['não me dói a cabeça', `nao ${ABSENT}`],
    ['I do not feel like seeing people and I cannot sleep', `i do ${ABSENT} and i cannot ${ABSENT}`],
    ['no diabetes', `no ${ABSENT}`],
    ['I don’t have chest pain', `i dont ${ABSENT}`],
    ['dont feel any pain in my chest', `dont ${ABSENT}`],
    ['il n’a pas de fièvre', `il n a pas ${ABSENT}`],
    ['elle n’est pas gonflée', `elle n est pas ${ABSENT}`],
    ['hana homa wala degedege', `hana ${ABSENT} wala ${ABSENT}`],
    ['hana homa na degedege', `hana ${ABSENT}`],
    ['no fever, bleeding until today', `no ${ABSENT} , bleeding until today`],
    ['لا صداع', `لا ${ABSENT}`],
  ])('is masked: "%s"', (message, expected) => {
    expect(mask(message)).toBe(expected);
  });

  it.each([
    'she is not breathing and does not wake up',
    'e no fit breathe',
    'no be small pain',
    'he does not stop vomiting',
    'il n’arrête pas de saigner',
    'elle ne cesse pas de vomir',
    'il ne peut pas vomir',
    'il saigne pas mal',
    'il est sans connaissance',
    'dor no peito e no braço a sangrar',
    'não para de sangrar',
    'não aguento a dor',
    'mtoto hana damu',
    'haachi kutapika',
    'الدم مش بيقف',
    'مش قادر يتنفس',
    'my baby does not want to eat',
    'I cannot swallow, I cannot see anyone',
    'mon bébé ne veut pas manger',
    'o bebé não quer comer',
    'siwezi kula, siwezi kuona watu',
    'ça ne passe pas douleur',
    'no bleeding until now',
    'I don’t know why the pain gets worse',
    'the tablets dont stop the pain',
  ])('is not in "%s"', (message) => {
    expect(mask(message)).toBe(splitWords(message).join(' '));
  });

  it.each([
    'my vision is not blurred',
    'I have cough and cold without fever',
    'my child has cough and cold without fever',
    'diarrhoea without blood and without fever, I drink well',
    'mal de gorge sans fièvre depuis hier',
    'mon fils tousse un peu, il n’a pas de fièvre et il joue',
    'tosse e constipação sem febre',
    'kikohozi na mafua bila homa',
    'mafua bila joto la mwili tangu jana',
    'كحة وزكام بدون حرارة',
    'عندي رشح وعطس بدون حمى',
    'no fever, no vomiting, no blood, only asking when to start solid food',
    'não há sangue, ela está bem',
    'je suis enceinte, pas de mal de tête, pas de vue floue',
    'estou grávida, sem dor de cabeça, sem visão turva',
    'enceinte de 7 mois, les chevilles gonflent le soir, je n’ai pas mal à la tête',
    'I am pregnant, no headache, no blurred vision',
    'انا حامل، مفيش صداع ومفيش زغللة',
    'mjamzito miezi 7, miguu inavimba jioni, kichwa hakiniumi',
  ])('is no danger: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).toBe('routine');
  });

  it.each([
    'no a seizure is happening now',
    'no, much blood after the birth',
    'no he still has convulsions',
    'no blood is pouring from the wound it does not stop',
    'no chest pain is very strong now and he is sweating',
    'non beaucoup de sang après l’accouchement',
    'non, une forte douleur à la poitrine maintenant, il transpire',
    'não muito sangue depois do parto',
    'não convulsão agora mesmo',
    'hapana degedege inaendelea sasa hivi',
    'hapana, damu inatoka nyingi baada ya kujifungua',
    'لا دم كثير بعد الولادة',
    'لا ألم شديد في الصدر الآن وعرق',
    'ما كان عندي صداع حتى اليوم وهو اسوأ صداع في حياتي',
    'I did not have a headache until today, now severe, worst of my life',
    'she is 8 months pregnant, she did not have a headache until today now severe',
    'je n’avais pas mal à la tête jusqu’à aujourd’hui, le pire mal de tête de ma vie',
    'não tinha dor de cabeça até hoje, agora é a pior da minha vida',
    'hakuwa na maumivu ya kichwa mpaka leo, sasa makali sana kuliko yote',
    'mtoto halali hana homa degedege',
    'no the bleeding is heavy and she is pregnant',
    'no is bleeding heavily and she is pregnant',
    'she did not have convulsions until this morning, she is pregnant',
    'ça ne passe pas douleur à la poitrine',
    'elle ne va pas crise convulsive',
    'elle ne respire pas convulsions',
    'le bébé ne boit pas vomit tout',
    'elle a accouché ça ne va pas sang partout',
    'il ne parle pas convulsions depuis ce matin',
    'elle ne bouge pas convulse',
    'il ne mange pas vomit du sang',
    'pas de fièvre jusqu’à ce matin convulsions',
    'não o sangue não para estou grávida',
    'não a dor no peito é muito forte',
    'não a convulsão não para',
    'hana homa mpaka leo degedege',
    'sina homa maumivu ya kifua makali na jasho',
    'mtoto hana homa kutapika kila kitu hanyonyi',
    'ما عندها نزيف حتى اليوم دم كثير وهي حامل',
    'لا عندها نزيف شديد وهي حامل',
    'ما عنده حرارة تشنجات ولا يصحى',
  ])('is not what another negation hides, an emergency: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).toBe('emergency');
  });

  it.each([
    'no the blood is everywhere she just gave birth',
    'sem dor sangue por todo lado depois do parto',
    'لا الم في الصدر شديد وعرق',
  ])('is for today at least if the negation may belong to something else: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).not.toBe('routine');
  });

  it.each([
    'my husband died two months ago, I can’t sleep, no appetite',
    'I can’t cook and I don’t feel like eating',
    'I don’t feel like seeing people and I can’t sleep',
    'I feel anxious, my heart beats fast, I can’t sleep for a month',
    'I’m pregnant and I can’t sleep and I don’t like food',
    '7 months pregnant, ankles swell in the evening, my head is not paining me',
    'je n’ai pas envie de voir des gens et je n’arrive pas à dormir',
    'não me apetece ver pessoas e não consigo dormir',
    'sitaki kuona watu na siwezi kulala',
    'ما بدي أشوف حدا ومش قادر أنام',
    'حامل في الشهر السابع ورجلي بتورم بالليل وما عندي صداع',
  ])('is no emergency, and neither is everyday misery: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).not.toBe('emergency');
  });

  it.each([
    'I can’t sleep and I want to die',
    'je ne vois plus personne, je veux mourir',
    'não consigo dormir e quero morrer',
    'não tenho dor e quero morrer',
    'durmo mal e quero morrer',
    'siwezi kulala, nataka kufa',
    'مش قادر أنام وعايز أموت',
  ])('hides no wish to die beside misery: "%s"', (message) => {
    expect(assessMessage(message, [])).toMatchObject({ urgency: 'emergency', isDoubtful: false });
  });

  it.each([
    'no fever only convulsions',
    'no fever only seizures since morning',
    'no fever so convulsions',
    'no fever, only a seizure',
    'sans fièvre mais convulsions',
    'não tem febre só convulsões',
    'مافي حمى لكن تشنجات',
    'no bleeding is still very heavy thanks',
    'no chest pain is worse just tell me what to do',
  ])('does not make a danger after it routine: "%s"', (message) => {
    expect(assessMessage(message, []).urgency).not.toBe('routine');
  });

  it.each([
    ['no fever, but she does not wake up', 'unconscious'],
    ['pas de fièvre mais elle n’arrive plus à respirer', 'breathing'],
    ['sem dor mas estou a vomitar sangue', 'bleeding'],
    ['sina homa lakini damu inamwagika, nina mimba ya miezi minane', 'bleeding'],
    ['مفيش سخونية بس بقه معووج وايده مش بتتحرك', 'stroke'],
  ])('hides no other one: "%s"', (message, sign) => {
    const { urgency, signs } = assessMessage(message, []);
    expect(urgency).toBe('emergency');
    expect(signs).toContain(sign);
  });

  it.each([
    ['no the pain', 'the pain'],
    ['no, the headache is severe', 'the headache is severe'],
    ['no no she still bleeds', 'she still bleeds'],
    ['no chest pain is very strong', 'chest pain is very strong'],
    ['non beaucoup de sang', 'beaucoup de sang'],
    ['non crise convulsive en ce moment', 'crise convulsive en ce moment'],
    ['não ele convulsiona', 'ele convulsiona'],
    ['não convulsão agora', 'convulsao agora'],
    ['hapana damu inatoka', 'damu inatoka'],
    ['hapana degedege inaendelea', 'degedege inaendelea'],
    ['لا دم كثير بعد الولادة', 'دم كثير بعد الولاده'],
    ['لا، دم كثير', 'دم كثير'],
    ['no severe chest pain', `no ${ABSENT}`],
    ['no pain is very strong and no fever', `no ${ABSENT} is very strong and no ${ABSENT}`],
    ['لا صداع شديد وهي بخير', `لا ${ABSENT} شديد وهي بخير`],
    ['je n’ai pas mal au ventre', `je n ai pas ${ABSENT}`],
    ['ما كان عندي صداع', `ما ${ABSENT}`],
    ['ما فيش حرارة', `ما ${ABSENT}`],
    ['não o sangue', 'o sangue'],
    ['no headache until today', 'headache today'],
    ['لا عندها نزيف', 'عندها نزيف'],
    ['hana homa degedege', `hana ${ABSENT} degedege`],
  ])('is not one that somebody has: "%s"', (message, expected) => {
    expect(mask(message)).toBe(expected);
  });

  it.each(['no ', 'no pain ', 'no pain until ', 'sem dor de '])(
    'is found in bounded time if "%s" is repeated',
    async (part) => {
      const words = splitWords(part.repeat(10_000));
      expect(await measureProcessorTime(() => maskNegatedSigns(words))).toBeLessThan(1_000);
    },
  );
});
