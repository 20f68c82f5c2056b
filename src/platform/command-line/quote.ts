const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns a text of others in quotes, for a terminal: what could control it, or hide or reorder other text, is escaped. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(
    HIDDEN,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
