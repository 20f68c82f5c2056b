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

/** Bytes for a response body. Node copies a text when it writes it, but not a buffer. */
export type Encoded = EncodedText | Buffer;

/** From this size on, a copy takes longer than the additional part of a write. */
const MIN_BUFFER_BYTES = 16_000;

/** Returns what is faster to write several times. */
export function encodeOnce(text: string): Encoded {
  return Buffer.byteLength(text) < MIN_BUFFER_BYTES ? encodeText(text) : Buffer.from(text);
}

/** A text that was put together is copied when it is written. Longer ones need memory that the system first has to map. */
const MAX_TEXT_CHARACTERS = 32_000;

/** Returns a JSON array of JSON texts, in parts. */
export function encodedArray(elements: readonly Encoded[]): Encoded[] {
  const parts: Encoded[] = [];
  let text = '[';
  for (const [index, element] of elements.entries()) {
    if (index > 0) text += ',';
    if (typeof element === 'string' && text.length + element.length <= MAX_TEXT_CHARACTERS) text += element;
    else {
      parts.push(text as EncodedText, element);
      text = '';
    }
  }
  return [...parts, `${text}]` as EncodedText];
}

export function lengthOf(parts: readonly Encoded[]): number {
  return parts.reduce((length, part) => length + part.length, 0);
}

export function bytesOf(parts: readonly Encoded[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
}

/** Removes at most so many bytes from the front of a body, and returns them. Only a part that does not fit is split. */
export function takeBytes(parts: Encoded[], maxBytes: number): Encoded[] {
  const taken: Encoded[] = [];
  let room = maxBytes;
  while (room > 0) {
    const part = parts.shift();
    if (part === undefined) break;
    const piece = sliceOf(part, 0, room);
    taken.push(piece);
    room -= piece.length;
    if (piece.length < part.length) parts.unshift(sliceOf(part, piece.length, part.length));
  }
  return taken;
}

export function sliceOf(part: Encoded, start: number, end: number): Encoded {
  if (start === 0 && part.length <= end) return part;
  return typeof part === 'string' ? (part.slice(start, end) as EncodedText) : part.subarray(start, end);
}
