import { SpellingBudget, readMessage } from '../../../src/modules/triage/reading/read-message';

const findContexts = (message: string) =>
  [...new Set(readMessage(message, new SpellingBudget()).contexts)].sort();

describe('an age', () => {
  it.each([
    ['He is 3 months and has a fever', ['child']],
    ['3 months, has fever and wont suck', ['child']],
    ['my son 2 years is hot', ['child']],
    ['a 5 days old baby', ['child', 'newborn']],
    ['Il a 8 mois et il vomit', ['child']],
    ['Tem 8 meses e vomita', ['child']],
    ['Ana miezi 8 na anatapika', ['child']],
  ])('shows that a child is concerned: %s', (message, contexts) => {
    expect(findContexts(message)).toEqual(contexts);
  });

  it.each([
    'I have had a cold for 3 days',
    'fever for 2 days',
    'I have had this cough for about 2 months',
    'The rash came back 2 years ago',
    'I am 45 and have had a fever for 2 days',
    'my husband has been tired for 5 months',
    '18 year old male, fever and chills, 5 days',
    'J’ai mal au dos depuis 3 mois',
    'Je tousse, il y a 2 ans que ça dure',
    'Tenho tosse há 3 meses',
    'Estou doente, faz 2 anos',
    'Nina kikohozi kwa miezi 3',
    'Nilipata homa miezi miwili iliyopita',
    'عندي كحة منذ 3 أشهر',
  ])('does not show that a child is concerned if it is a duration or an adult’s: %s', (message) => {
    expect(findContexts(message)).toEqual([]);
  });
});
