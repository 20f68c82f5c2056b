import { visibleText } from '../../../src/platform/database/visible-text.sql';
import { toVisibleText } from '../../../src/shared/invisible-characters';
import { suitePlatform } from '../../support/platform';

describe('visibleText', () => {
  const platform = suitePlatform();

  it('gives every character the same text as toVisibleText', async () => {
    const characters = Array.from({ length: 0x10ffff }, (_none, index) => index + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => ({ code, character: String.fromCodePoint(code) }))
      .filter(({ code, character }) => /\p{Cf}|\p{M}/u.test(character) || code < 0x3000)
      .map(({ character }) => character);
    const rows = await platform.database.query<{ text: string; visible: string }[]>(
      `SELECT text, ${visibleText('text')} AS visible FROM unnest($1::text[]) AS t (text)`,
      [characters.map((character) => `a${character}e\u0301`)],
    );
    expect(rows.filter(({ text, visible }) => visible !== toVisibleText(text))).toEqual([]);
    expect(rows).toHaveLength(characters.length);
  });
});
