import { compileSignRules, findDanger } from '../../../src/modules/triage/find-danger';
import { measureProcessorTime } from '../../support/processor-time';

const LENGTH = 4_000;
/** CPU time: far more than is measured, far less than exponential backtracking takes. */
const MAX_CPU_MS = 2_000;

const REPEATED = {
  'a negation': 'not ',
  'the beginning of many phrases': 'cannot ',
  'a person': 'my husband ',
  'topics and persons': 'what are the signs of stroke my husband ',
  'gaps that nearly match': 'pain in the my chest ',
  signs: 'chest pain and she cannot breathe. ',
  'items of a list': 'no fever, cough or ',
  misspellings: 'uncounsious convlusion braething haemorage ',
  'one letter': 'a',
  'one long word': 'unconscoius',
  'combining marks': '\u0301',
  'full stops': '.',
  numbers: '2yo 3 12345 ',
  'Arabic prefixes': 'والبالغ وبالمستشفى ',
  'Swahili prefixes': 'wanaumwa alimuumiza ',
} as const;

describe('a long message', () => {
  beforeAll(compileSignRules);

  it.each(Object.entries(REPEATED))('takes bounded time if it repeats %s', async (_, part) => {
    const text = part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
    expect(await measureProcessorTime(() => findDanger(text, [text, text]))).toBeLessThan(MAX_CPU_MS);
  });

  it('takes bounded time if all words are unknown, also in earlier messages', async () => {
    const letters = 'ابتثجحخدرزسشصطعغفقكلمنهوي';
    let state = 1;
    const drawLetter = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return letters[Math.floor(state / 65_536) % letters.length] ?? '';
    };
    const createWord = () => `ال${Array.from({ length: 5 }, drawLetter).join('')}`;
    const createMessage = () => Array.from({ length: 500 }, createWord).join(' ');
    const message = createMessage();
    const earlierMessages = [createMessage(), createMessage()];
    // It would take three seconds if every word were corrected, and takes half a second.
    expect(await measureProcessorTime(() => findDanger(message, earlierMessages))).toBeLessThan(MAX_CPU_MS);
  });

  it('is read to its end', () => {
    const beginning = 'I went to the market with my sister to buy tomatoes and onions. '.repeat(60);
    expect(findDanger(`${beginning} Now I have chest pain`, [])?.signs).toContain('chestPain');
  });
});
