import { NEGATIONS } from '../../../../src/modules/chatbot/questions/questions';
import { splitWords } from '../../../../src/shared/words';
import { countReads } from '../../../support/count-reads';

function negatedWords(message: string): string[] {
  const words = splitWords(message);
  const negated = NEGATIONS.en.findNegated(words);
  return words.filter((_word, index) => negated[index] === true);
}

describe('the scope of a negation', () => {
  it.each([
    ['no fever', ['fever']],
    ['no fever or cough', ['fever']],
    ['no severe or bad fever', ['severe', 'or', 'bad', 'fever']],
    ['not a real, or severe fever', ['a', 'real', ',', 'severe', 'fever']],
    ['no a fever', ['a']],
    ['not a fever', ['a', 'fever']],
    ['no. fever', ['.']],
    ['I do not know why, chest pain', ['know']],
    ['the fever has a cause', []],
  ])('of "%s" has the words %j', (message, words) => {
    expect(negatedWords(message)).toEqual(words);
  });

  it.each(['a', 'the', 'or', 'not', 'no', ',', 'fever', 'any'])(
    'is found in one reading of each word of "%s" again and again',
    (word) => {
      const { list, reads } = countReads(Array.from({ length: 2_000 }, () => word));
      NEGATIONS.en.findNegated(list);
      expect(reads()).toBe(2_000);
    },
  );
});
