import { type Encoded, encodedArray, encodeOnce, encodeText } from '../../../src/platform/http/encoded-text';

const TEXTS = ['', 'plain', 'Pédiatrie', 'الطب', '心臓', '🫀', 'a\u0000b\u2028'];

const latin1Of = (encoded: Encoded) => (typeof encoded === 'string' ? encoded : encoded.toString('latin1'));

describe('encodeText', () => {
  it.each(TEXTS)('has the bytes of UTF-8: %j', (text) => {
    expect(Buffer.from(encodeText(text), 'latin1')).toEqual(Buffer.from(text));
  });
});

describe('encodeOnce', () => {
  it.each(TEXTS)('has the bytes of UTF-8, also of a long text: %j', (text) => {
    for (const once of [text, text.repeat(20_000)]) {
      const encoded = encodeOnce(once);
      expect(Buffer.from(latin1Of(encoded), 'latin1').toString()).toBe(once);
    }
  });
});

describe('encodedArray', () => {
  it('has the texts between commas, short and long ones', () => {
    const values = [...TEXTS, 'é'.repeat(20_000), 'last'];
    for (const order of [values, values.toReversed()]) {
      const parts = encodedArray(order.map((value) => encodeOnce(JSON.stringify(value))));
      const array = Buffer.concat(parts.map((part) => Buffer.from(latin1Of(part), 'latin1')));
      expect(JSON.parse(array.toString())).toEqual(order);
    }
  });
});
