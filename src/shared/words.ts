/** The token for the end of a clause or sentence. */
export const SENTENCE_END = '.';
/** The token between the items of a list, or between clauses of one sentence. */
export const COMMA = ',';

/** Returns whether a token is a comma or the end of a sentence, not a word. */
export function isPunctuation(token: string): boolean {
  return token === COMMA || token === SENTENCE_END;
}

/**
 * Returns the words and punctuation of a message, folded. `can't` is one word, `cant`, because many people write it so.
 * Other apostrophes separate words: `l'estomac` is two.
 */
export function splitWords(message: string): string[] {
  return (
    foldText(message)
      .replace(/\s[-–—]+\s|[–—()]/g, SENTENCE_END)
      .match(/[\p{L}\p{N}]+|[,،]|[.!?;:\n…؟؛]+/gu)
      ?.map((token) => (/^[.!?;:\n…؟؛]/.test(token) ? SENTENCE_END : token === '،' ? COMMA : token)) ?? []
  );
}

/**
 * Returns the text in lower case, without accents. In Arabic, also without spelling variants: vowel signs, the tatweel, the
 * hamza on its bearer, final ya, ta marbuta. Arabic digits become 0 to 9.
 */
export function foldText(text: string): string {
  return (
    text
      .toLowerCase()
      // Each of these pious phrases would become up to 18 characters, and of these words in a square up to 8.
      .replace(/[\ufdf0-\ufdfd\u3300-\u3357]/g, ' ')
      // Also before: to order a row of marks takes as long as its square.
      .replace(/\p{M}+/gu, '')
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      .replace(/[ىی]/g, 'ي')
      .replaceAll('ة', 'ه')
      .replaceAll('ک', 'ك')
      .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
      .replaceAll('œ', 'oe')
      .replaceAll('æ', 'ae')
      .replace(/n['’‘ʼ`´]t\b/g, 'nt')
  );
}
