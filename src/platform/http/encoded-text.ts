declare const encoded: unique symbol;

/**
 * A text in UTF-8, with one character for each byte: its length is the `Content-Length`, and Node writes it as `latin1` together
 * with the headers. Node reserves three bytes for each character of any other text, and above 16 kB that costs a slower write.
 */
export type EncodedText = string & { readonly [encoded]: true };

/** Encodes a text in UTF-8. A text in ASCII stays as it is. */
export function encodeText(text: string): EncodedText {
  const isAscii = Buffer.byteLength(text) === text.length;
  return (isAscii ? text : Buffer.from(text).toString('latin1')) as EncodedText;
}

/** Returns a JSON array of JSON texts. */
export function encodedArray(texts: readonly EncodedText[]): EncodedText {
  return `[${texts.join(',')}]` as EncodedText;
}
