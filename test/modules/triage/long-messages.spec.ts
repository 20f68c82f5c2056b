import { findDanger, compileSignRules } from '../../../src/modules/triage/find-danger';
import { measureProcessorTime } from '../../support/processor-time';

const LENGTH = 4_000;
/** Far above what is measured, and far below what a search that runs away takes. In milliseconds of the processor. */
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
  beforeAll(compileSignRules);

  it.each(Object.entries(REPEATED))('is read in bounded time when it is made of %s', async (_, part) => {
    const text = part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
    expect(await measureProcessorTime(() => findDanger(text, [text, text]))).toBeLessThan(MOST);
  });

  it('costs little where it is made of words that nobody knows, and so are the ones before it', async () => {
    const letters = 'ابتثجحخدرزسشصطعغفقكلمنهوي';
    let state = 1;
    const letter = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return letters[Math.floor(state / 65_536) % letters.length] ?? '';
    };
    const made = () =>
      Array.from({ length: 500 }, () => `ال${letter()}${letter()}${letter()}${letter()}${letter()}`).join(
        ' ',
      );
    const message = made();
    const earlier = [made(), made()];
    // Three seconds where each word may be guessed.
    expect(await measureProcessorTime(() => findDanger(message, earlier))).toBeLessThan(1_000);
  });

  it('has its sign found at its end', () => {
    const before = 'I went to the market with my sister to buy tomatoes and onions. '.repeat(60);
    expect(findDanger(`${before} Now I have chest pain`, [])?.signs).toContain('chestPain');
  });
});
