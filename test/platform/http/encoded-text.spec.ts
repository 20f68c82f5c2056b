import { encodedArray, encodeText } from '../../../src/platform/http/encoded-text';

const TEXTS = ['', 'plain', 'Pédiatrie', 'الطب', '心臓', '🫀', 'a\u0000b\u2028'];

describe('encodeText', () => {
  it.each(TEXTS)('has the bytes of UTF-8: %j', (text) => {
    expect(Buffer.from(encodeText(text), 'latin1')).toEqual(Buffer.from(text));
  });
});

describe('encodedArray', () => {
  it('has the texts between commas', () => {
    const array = Buffer.from(encodedArray(TEXTS.map((text) => encodeText(JSON.stringify(text)))), 'latin1');
    expect(JSON.parse(array.toString())).toEqual(TEXTS);
  });
});
