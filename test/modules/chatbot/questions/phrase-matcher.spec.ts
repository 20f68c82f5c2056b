import { PhraseMatcher } from '../../../../src/modules/chatbot/questions/phrase-matcher';
import { splitWords } from '../../../../src/shared/words';

const find = (phrase: string, message: string): boolean =>
  new PhraseMatcher([phrase]).find(splitWords(message)).size > 0;

describe('a phrase', () => {
  it.each([
    ['dog|cat & bit', 'it bit me, the dog'],
    ['~kojoa & inauma', 'inauma ninapokojoa'],
    ['pain & ~kojoa', 'nikikojoa pain'],
    ['begin~ * end', 'beginning of the end'],
    ['كلب & عض~', 'عضني الكلب'],
    ['مضاد & كحة', 'مضاد للكحة'],
    ['الضغط', 'حبوب للضغط'],
    ['سل & علاج', 'علاج السل'],
  ])('"%s" is found in: %s', (phrase, message) => {
    expect(find(phrase, message)).toBe(true);
  });

  it.each([
    ['dog & bit', 'the dog barked'],
    ['~kojoa', 'kojoaje'],
    ['كلب', 'قلب'],
    ['فاليوم', 'كل يوم'],
    ['الم', 'ملح'],
  ])('"%s" is not found in: %s', (phrase, message) => {
    expect(find(phrase, message)).toBe(false);
  });
});

describe('phrases that begin with the same word', () => {
  it('are not compared with each position of it if the message has no other word of theirs', () => {
    const matcher = new PhraseMatcher(Array.from({ length: 300 }, (_none, index) => `a word${index}`));
    const comparisons = jest.spyOn(String.prototype, 'startsWith');
    try {
      matcher.find(splitWords('a '.repeat(500)));
      expect(comparisons.mock.calls.length).toBeLessThan(2_000);
    } finally {
      comparisons.mockRestore();
    }
  });
});
