import { Phrase, PhraseIndex } from '../../../src/modules/triage/red-flags/phrase';
import { splitWords } from '../../../src/shared/words';

const occurs = (text: string, message: string) =>
  new PhraseIndex([{ phrase: new Phrase(text), value: text }]).find(splitWords(message)).has(text);

describe('a phrase', () => {
  it.each([
    ['snake bit', 'A SNAKE bit me', 'the snake that bit me'],
    ['snake * bit', 'the snake in our house bit me', 'a snake. The dog bit me'],
    ['snake * bit', 'a snake bit me', 'a snake that my brother saw there bit him'],
    ['pregnan~', 'she is pregnant', 'she was impregnable'],
    ['want|wish to die', 'I wish to die', 'I hope to die'],
    ['#0-28 days old', 'he is 5 days old', 'he is 40 days old'],
    ['# tablets', 'took 30 tablets', 'took the tablets'],
    ['mère', 'ma MERE', 'ma merenda'],
    ['ki~ him', 'they kick him', 'they walk with him'],
    ['راسه', 'وقع على الارض وراسه', 'كراسه'],
  ])('"%s" occurs in "%s" and not in "%s"', (phrase, message, other) => {
    expect([occurs(phrase, message), occurs(phrase, other)]).toEqual([true, false]);
  });

  it.each(['', '* snake', 'snake *', 'a|b-c'])('"%s" is refused', (phrase) => {
    expect(() => new Phrase(phrase)).toThrow(TypeError);
  });
});

describe('phrases that begin with the same word', () => {
  it('are not compared with each position of it if the message has no other word of theirs', () => {
    const phrases = Array.from(
      { length: 300 },
      (_none, index) => new Phrase(`pas word|x${index} * y${index}`),
    );
    const index = new PhraseIndex(phrases.map((phrase) => ({ phrase, value: phrase.text })));
    const comparisons = jest.spyOn(Phrase.prototype, 'occursAt');
    try {
      expect(index.find(splitWords('pas '.repeat(1_000))).size).toBe(0);
      expect(comparisons).not.toHaveBeenCalled();
    } finally {
      comparisons.mockRestore();
    }
  });
});
