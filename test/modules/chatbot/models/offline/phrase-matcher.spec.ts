import { PhraseMatcher } from '../../../../../src/modules/chatbot/models/offline/phrase-matcher';
import { splitWords } from '../../../../../src/shared/words';

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
