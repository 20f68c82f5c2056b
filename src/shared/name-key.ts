const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/œ/g, 'oe'],
  [/æ/g, 'ae'],
  [/ß/g, 'ss'],
  [/ø/g, 'o'],
];

/**
 * The result of a test, as in `HIV-` and `TPM+`: a plus or minus at the end of a word or of the name, or alone in parentheses.
 * The sign comes before the lookbehind, because a lookbehind at every position takes quadratic time for many spaces.
 */
const TEST_RESULT =
  /[+\-−–](?:(?<=[\p{L}\p{N}].)(?=[\s),;]|$)|(?<=\(\s*.)(?=\s*\))|(?<=[\p{L}\p{N}]\s+.)(?=\s*$))/gu;

/** Private-use characters that replace a result while punctuation is removed. In the name itself, they are removed first. */
const POSITIVE = '\uE000';
const NEGATIVE = '\uE001';

/**
 * Returns the lookup key of a name of a pathology or medication: without case, accents, spaces and punctuation, but with the
 * result of a test. A name without letters and digits is its own key. Keys are stored, so a change needs a migration.
 */
export function nameKey(name: string): string {
  let key = name
    .replace(/[\uE000\uE001]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(TEST_RESULT, (sign) => (sign === '+' ? POSITIVE : NEGATIVE));
  for (const [letter, plain] of LETTERS) key = key.replace(letter, plain);
  key = key.replace(/[^\p{L}\p{N}\uE000\uE001]/gu, '');
  return key.replaceAll(POSITIVE, '+').replaceAll(NEGATIVE, '-') || name.trim();
}
