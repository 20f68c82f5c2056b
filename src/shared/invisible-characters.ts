/** Characters of Unicode's category Cf: they are invisible, or change the order in which others are shown. */
const FORMAT = /\p{Cf}/gu;

/**
 * Characters that show nothing, with those of category Cf. To Unicode the others are letters, marks or symbols: fillers of Hangul,
 * variation selectors, the empty Braille pattern.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Embeddings, overrides and isolates of the bidirectional algorithm. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;

export function hasReorderingCharacter(text: string): boolean {
  return REORDERING.test(text);
}

/** Returns the first invisible character of a text as `U+200B`, or undefined if it has none. */
export function findInvisibleCharacter(text: string): string | undefined {
  const [character] = INVISIBLE.exec(text) ?? [];
  return character && `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns the first invisible character of a name, as `U+3164`. Joiners are none: some scripts need them. */
export function findInvisibleCharacterOfName(name: string): string | undefined {
  return findInvisibleCharacter(name.replace(FORMAT, ''));
}

/** Returns a text in which numbers and ids that look equal are equal: in normalization form C, without format characters. */
export function toVisibleText(text: string): string {
  return text.replace(FORMAT, '').normalize('NFC');
}
