import { dangerIn } from '../../src/chatbot/danger-signs/danger-signs';

const LENGTH = 4_000;
/** Far above what is measured, and far below what a search that runs away takes. In milliseconds. */
const MOST = 2_000;

const REPEATED = {
  'a negation': 'not ',
  'the beginning of many phrases': 'cannot ',
  'a person': 'my husband ',
  'topics and persons': 'what are the signs of stroke my husband ',
  'gaps that nearly match': 'pain in the my chest ',
  signs: 'chest pain and she cannot breathe. ',
  'items of a list': 'no fever, cough or ',
  misspellings: 'uncounsious convlusion braething haemorage ',
  'letters without an end': 'a',
  'a word without an end': 'unconscoius',
  'marks without a letter': '\u0301',
  stops: '.',
  numbers: '2yo 3 12345 ',
  'Arabic prefixes': 'والبالغ وبالمستشفى ',
  'Swahili prefixes': 'wanaumwa alimuumiza ',
} as const;

describe('a long message', () => {
  it.each(Object.entries(REPEATED))('is read in bounded time when it is made of %s', (_, part) => {
    const text = part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
    const start = performance.now();
    dangerIn(text, [text, text]);
    expect(performance.now() - start).toBeLessThan(MOST);
  });

  it('has its sign found at its end', () => {
    const before = 'I went to the market with my sister to buy tomatoes and onions. '.repeat(60);
    expect(dangerIn(`${before} Now I have chest pain`, [])?.signs).toContain('chestPain');
  });
});
