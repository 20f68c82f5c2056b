/** Ends a clause. */
export const STOP = '.';
/** Separates the items of a list, and clauses that belong together. */
export const COMMA = ',';

/** Whether it is no word, but a comma or the end of a sentence. */
export function isPause(word: string): boolean {
  return word === COMMA || word === STOP;
}

/**
 * The words of a message as the vocabularies write them: lower case, no accents, clause by clause. `can't` is
 * one word, `cant`, as many people write it; other apostrophes separate (`l'estomac` is two words).
 */
export function wordsOf(message: string): string[] {
  return (
    fold(message)
      .replace(/\s[-–—]+\s|[–—()]/g, STOP)
      .match(/[\p{L}\p{N}]+|[,،]|[.!?;:\n…؟؛]+/gu)
      ?.map((token) => (/^[.!?;:\n…؟؛]/.test(token) ? STOP : token === '،' ? COMMA : token)) ?? []
  );
}

/**
 * Without regard to case and accents. Of Arabic also without what people leave out or write in two ways: vowel
 * signs, the stretched line, the hamza on its bearer, final ya and ta marbuta; its digits become 0 to 9.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[ىی]/g, 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll('ک', 'ك')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/n['’‘ʼ`´]t\b/g, 'nt');
}
