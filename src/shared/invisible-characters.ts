/** Characters of Unicode's category Cf: they are invisible, or change the order in which others are shown. */
const FORMAT = /\p{Cf}/gu;

/** Returns the first format character of a text as `U+200B`, or undefined if it has none. */
export function findFormatCharacter(text: string): string | undefined {
  const [character] = text.match(FORMAT) ?? [];
  return character && `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns a text in which numbers and ids that look equal are equal: in normalization form C, without format characters. */
export function toVisibleText(text: string): string {
  return text.replace(FORMAT, '').normalize('NFC');
}
