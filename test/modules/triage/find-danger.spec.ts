import { findDanger } from '../../../src/modules/triage/find-danger';
import type { DangerSign } from '../../../src/modules/triage/signs/danger-sign';

function findSigns(message: string, earlierMessages: readonly string[] = []): readonly DangerSign[] {
  return findDanger(message, earlierMessages)?.signs ?? [];
}

/** Pairs of similar messages, of which only the first describes danger. */
const PAIRS: readonly (readonly [feature: string, sign: DangerSign, urgent: string, harmless: string])[] = [
  ['capitals and punctuation', 'chestPain', 'CHEST PAIN!!! HELP', 'TOOTH PAIN!!! HELP'],
  ['a typo', 'convulsions', 'My son is having a convlusion', 'My son has a convention at school tomorrow'],
  ['a doubled letter', 'bleeding', 'She is bleeeding heavvily', 'She is breeding heavy goats'],
  ['chat abbreviations', 'smallChild', 'my bby cnt suck', 'my bby can suck well'],
  ['repeated letters', 'breathing', 'I caaaaant breatheee', 'I caaaan breatheee fine'],
  [
    'words between the words of a phrase',
    'chestPain',
    'There is a heavy pain in my chest',
    'There is a heavy box. My chest is fine',
  ],
  [
    'phrases in any order',
    'meningitis',
    'She has a stiff neck. Since yesterday also a fever',
    'She has a stiff neck since she slept in the bus',
  ],
  [
    'a number with its unit',
    'smallChild',
    'my 3wk old has a high fever, 39 degrees',
    'my bus took 3 hours and it was 39 degrees',
  ],
  ['a negation', 'chestPain', 'I have chest pain', 'I have no chest pain'],
  [
    'a negated list',
    'chestPain',
    'I have fever, cough and chest pain',
    'I have no fever, cough or chest pain, only a cold',
  ],
  [
    'a negation of something else',
    'chestPain',
    'I do not know why, chest pain since morning',
    'I do not have any chest pain',
  ],
  ['a negation in the sign', 'unconscious', 'My father does not wake up', 'My father does not wake up late'],
  ['a past sign', 'bleeding', 'The heavy bleeding is worse', 'The heavy bleeding has stopped completely'],
  [
    'a general question',
    'stroke',
    'My husband has signs of stroke what do I do',
    'What are the signs of stroke?',
  ],
  ['prevention', 'convulsions', 'My child has convulsions', 'How do I prevent convulsions in my child?'],
  [
    'the distant past',
    'stroke',
    'My father had a stroke an hour ago',
    'My father had a stroke ten years ago, what should he eat?',
  ],
  [
    'the distant past and the present',
    'stroke',
    'He had a stroke ten years ago and today his face is drooping',
    'He had a stroke ten years ago and walks well',
  ],
  ['a metaphor', 'chestPain', 'I think it is a heart attack', 'The bill almost gave me a heart attack'],
  [
    'lessons',
    'convulsions',
    'The student is having a seizure in my class right now',
    'I need help with my assignment on seizures, they ask what a seizure is',
  ],
  ['animals', 'bleeding', 'My son is vomiting blood', 'My goat is vomiting blood'],
  [
    'an animal that bit somebody',
    'bite',
    'The neighbour’s dog has bitten my daughter',
    'The neighbour’s dog has puppies',
  ],
  ['mild forms', 'bleeding', 'A lot of blood from my nose', 'A little blood from my nose'],
];

describe('findDanger', () => {
  it.each(PAIRS)('distinguishes messages by %s', (...[, sign, urgent, harmless]) => {
    expect(findSigns(urgent)).toContain(sign);
    expect(findSigns(harmless)).toEqual([]);
  });

  it('returns undefined for an empty message, punctuation and a greeting', () => {
    for (const message of ['', '?!… ,,, \n', 'Good morning']) expect(findDanger(message, [])).toBeUndefined();
  });

  it('returns the most dangerous sign first', () => {
    expect(findSigns('He has diabetes, his sugar is very low, and he is unconscious')[0]).toBe('unconscious');
  });

  it('finds bleeding in pregnancy although it is mild', () => {
    expect(findSigns('I am pregnant and there is a little bleeding')).toContain('pregnancy');
  });

  it('uses earlier messages to find out who is concerned', () => {
    const bleeding = 'I am bleeding since this morning';
    expect(findSigns(bleeding, ['Hello', 'I am 7 months pregnant'])).toContain('pregnancy');
    expect(findSigns('She refuses to suck', ['My baby is 4 days old'])).toContain('smallChild');
    const afterBirth = ['I gave birth last week', 'What should I eat?'];
    expect(findSigns('I have a fever now', afterBirth)).toContain('pregnancy');
    expect(findSigns(bleeding, ['I am not pregnant'])).not.toContain('pregnancy');
  });

  it('finds no sign in earlier messages', () => {
    expect(findDanger('Thank you', ['I have chest pain', 'My baby has convulsions'])).toBeUndefined();
    expect(findDanger('I am 7 months pregnant', ['I am bleeding heavily'])).toBeUndefined();
  });

  it('reads only the latest of many earlier messages', () => {
    const many = Array.from({ length: 50 }, () => 'thank you');
    expect(findSigns('I am bleeding', [...many, 'I am pregnant'])).toContain('pregnancy');
    expect(findSigns('I am bleeding', ['I am pregnant', ...many])).not.toContain('pregnancy');
  });

  it.each([
    'My son had convulsions, the convulsions have stopped',
    'She was unconscious, the fainting has stopped',
    'His breathing has stopped',
    'He was bitten by a snake, the snake bite pain is gone',
    'My father had chest pain, the chest pain is gone',
    'His mouth was twisted, the twisted mouth is gone',
    'She drank bleach, the drinking of bleach is over',
    'My wife gave birth yesterday and bled heavily, the heavy bleeding has stopped',
    'I wanted to kill myself tonight, wanting to kill myself is over',
    'I was raped last night, it is over',
  ])('finds danger although the sign is over: %s', (message) => {
    expect(findDanger(message, [])).toBeDefined();
  });

  it('expands an abbreviation by the language with the most known words', () => {
    expect(findSigns('personne n’a bu de javel')).toEqual([]);
    expect(findSigns('mon fils a bu de la javel')).toContain('poisoning');
    expect(findSigns('fever n stiff neck')).toContain('meningitis');
  });

  it('does not read common words of the spoken language as signs in another one', () => {
    expect(findSigns('vi uma cobra no jardim')).toEqual([]);
    expect(findSigns('uma cobra mordeu o meu filho')).toContain('bite');
    expect(findSigns('nyoka ameniuma mguu')).toContain('bite');
  });

  it('returns the language of the message', () => {
    expect(findDanger('I have chest pain', [])?.language).toBe('en');
  });
});
