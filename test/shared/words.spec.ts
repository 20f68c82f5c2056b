import { splitWords } from '../../src/shared/words';

describe('the words of a message', () => {
  it('are not much longer than the message, whatever characters it has', () => {
    expect(splitWords('ﷺ'.repeat(4_000)).join('').length).toBeLessThan(4_000);
    expect(splitWords('الرسول ﷺ قال').join(' ')).toBe('الرسول قال');
  });
});
