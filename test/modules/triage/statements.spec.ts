import { assessMessage } from '../../../src/modules/triage/assess-message';

const urgencyOf = (message: string, earlier: readonly string[] = []) =>
  assessMessage(message, earlier).urgency;

/** Ages that a sentence may have: numbers with which its grammar is right in each language. */
const AGES = [3, 4, 5, 6, 7, 8, 9, 10];

const AGE_SENTENCES = [
  'My baby is {age} months old.',
  'My baby is {age} days old and is fine.',
  'my son is {age} years old',
  'My baby is healthy and {age} weeks old.',
  'My pikin na {age} months',
  'mon bébé a {age} mois',
  'Ma fille a {age} ans et va bien.',
  'O meu bebé tem {age} meses.',
  'a minha filha tem {age} anos',
  'Mtoto wangu ana miezi {age}.',
  'binti yangu ana miaka {age}',
  'طفلي عمره {age} شهور',
  'ابني عنده {age} سنين',
];

describe('a statement without a complaint', () => {
  it.each(AGE_SENTENCES)('is routine whatever the age: "%s"', (sentence) => {
    const messages = AGES.map((age) => sentence.replace('{age}', String(age)));
    expect(messages.filter((message) => urgencyOf(message) !== 'routine')).toStrictEqual([]);
  });

  it.each(['When do I bathe him?', 'Which vaccine is next?', 'how do I cut the nails'])(
    'does not make the next question urgent: "%s"',
    (question) => {
      expect(urgencyOf(question, ['My baby is 4 months old.'])).toBe('routine');
    },
  );

  it.each([
    'My baby is 4 months old and does not wake up',
    'my baby is 5 days old and does not suck',
    'bébé de 3 mois, il est tout bleu',
    'o bebé tem 6 dias e não mama',
    'mtoto ana miezi 4 na hapumui',
    'طفلي عمره ٤ شهور ومش بيتنفس',
  ])('is an emergency with a danger sign: "%s"', (message) => {
    expect(urgencyOf(message)).toBe('emergency');
  });
});

describe('a message with words of danger', () => {
  it.each([
    'I am 15 and I have no period yet, the other girls do. Is something wrong with me?',
    'J’ai 15 ans et pas encore de règles, mes amies oui. Est-ce normal ?',
    'this jollof sweet die',
    'mtoto ana vipele vya joto mgongoni',
    'my uncle get heart attack for 2016, e don well now',
    'wetin I go do make pikin no drink kerosene',
    'o meu gato foi mordido por uma cobra',
    'le préservatif protège-t-il à 100 % ?',
  ])('is routine without danger: "%s"', (message) => {
    expect(urgencyOf(message)).toBe('routine');
  });

  it.each([
    'I have been coughing for 4 weeks and my clothes are loose',
    'I dey cough since one month and I dey lean',
    'natokwa na uchafu wa kijani ukeni na unanuka',
  ])('is for today without pregnancy: "%s"', (message) => {
    expect(urgencyOf(message)).toBe('today');
  });

  it.each([
    'Meu irmão teve um choque eléctrico. Está desmaiado',
    'Meu irmão teve um choque elétrico. Está desmaiado',
    'il a pris une décharge électrique. Il est évanoui',
    'alipigwa shoti ya umeme. Amezimia',
    'اتكهرب من السلك. مغمى عليه',
    'light shock am, e don faint',
  ])('is an emergency after its cause has passed: "%s"', (message) => {
    expect(urgencyOf(message)).toBe('emergency');
  });
});
