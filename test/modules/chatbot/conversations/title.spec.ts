import { titleOf } from '../../../../src/modules/chatbot/conversations/title';

const LONG = 'My daughter has had a fever since Monday and does not eat, what should we do about it?';
const LINK = 'https://clinic.example/'.repeat(9);

describe('titleOf', () => {
  it.each([
    ['I cough', 'I cough'],
    ['I cough\r\n\n\tsince\u2028Monday\u0085 ', 'I cough since Monday'],
    ['a'.repeat(80), 'a'.repeat(80)],
    [LONG, 'My daughter has had a fever since Monday and does not eat, what should we do…'],
    // The 79th character is the end of a word.
    [`${'a'.repeat(39)} ${'b'.repeat(39)} cc`, `${'a'.repeat(39)} ${'b'.repeat(39)}…`],
    [`${'a'.repeat(39)} ${'b'.repeat(40)} cc`, `${'a'.repeat(39)} ${'b'.repeat(39)}…`],
    [`see ${LINK}`, `see ${LINK.slice(0, 75)}…`],
    ['ا'.repeat(90), `${'ا'.repeat(79)}…`],
  ])('shortens %j to %j', (message, title) => {
    expect(titleOf(message)).toBe(title);
  });

  it('returns at most 80 characters and never splits a grapheme', () => {
    for (const character of ['e\u0301', '👩🏾‍⚕️', '🇰🇪', 'ክ']) {
      const title = titleOf(character.repeat(200));
      expect(title.length).toBeLessThanOrEqual(80);
      expect(title.length).toBeGreaterThan(60);
      expect(title).toBe(`${character.repeat((title.length - 1) / character.length)}…`);
    }
  });
});
