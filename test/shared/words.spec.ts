import { splitWords } from '../../src/shared/words';
import { measureProcessorTime } from '../support/processor-time';

describe('the words of a message', () => {
  it('are not much longer than the message, whatever characters it has', () => {
    expect(splitWords('ﷺ'.repeat(4_000)).join('').length).toBeLessThan(4_000);
    expect(splitWords('㌖'.repeat(4_000)).join('').length).toBeLessThan(4_000);
    expect(splitWords('الرسول ﷺ قال').join(' ')).toBe('الرسول قال');
  });

  it('take no quadratic time for a row of combining marks, and are the same with and without them', async () => {
    const marks = '\u0301'.repeat(32_000) + '\u0316'.repeat(32_000);
    expect(await measureProcessorTime(() => splitWords(`fievre${marks}`))).toBeLessThan(500);
    expect(splitWords(`fie\u0300vre${marks} fièvre`)).toEqual(['fievre', 'fievre']);
  });
});
