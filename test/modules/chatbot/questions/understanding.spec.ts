import { splitQuestions } from '../../../../src/modules/chatbot/questions/understanding';
import { measureProcessorTime } from '../../../support/processor-time';

describe('the questions of a message', () => {
  it('are its sentences that ask', () => {
    const message =
      'I cough. Is it the heart? Why? It hurts\nhow long does it last ? هل هذا خطير على القلب؟ no';
    expect(splitQuestions(message)).toEqual([
      'Is it the heart?',
      'Why?',
      'how long does it last ?',
      'هل هذا خطير على القلب؟',
    ]);
  });

  it('take no quadratic time in a message without a question mark', async () => {
    expect(await measureProcessorTime(() => splitQuestions('I cough '.repeat(8_000)))).toBeLessThan(500);
  });
});
