/** Ends a clause. */
export const STOP = '.';
/** Separates the items of a list, and clauses that belong together. */
export const COMMA = ',';

/**
 * The words of a message as the vocabularies write them: lower case, no accents, clause by clause. `can't` is
 * one word, `cant`, as many people write it; other apostrophes separate (`l'estomac` is two words).
 */
export function wordsOf(message: string): string[] {
  return (
    fold(message)
      .replace(/\s[-–—]+\s|[–—()]/g, STOP)
      .match(/[\p{L}\p{N}]+|,|[.!?;:\n…]+/gu)
      ?.map((token) => (/^[.!?;:\n…]/.test(token) ? STOP : token)) ?? []
  );
}

/** Without regard to case and accents. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/n['’‘ʼ`´]t\b/g, 'nt');
}
