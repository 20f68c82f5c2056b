const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/œ/g, 'oe'],
  [/æ/g, 'ae'],
  [/ß/g, 'ss'],
  [/ø/g, 'o'],
];

/**
 * A plus or minus that ends a word, stands alone in parentheses, or ends the name: a result, as in `HIV-` and `TPM+`. What
 * is before the sign is looked at once there is a sign: from every space of a long run, it would be looked for again.
 */
const RESULT =
  /[+\-−–](?:(?<=[\p{L}\p{N}].)(?=[\s),;]|$)|(?<=\(\s*.)(?=\s*\))|(?<=[\p{L}\p{N}]\s+.)(?=\s*$))/gu;

/** Stand for a result while all other signs are removed; such characters of the name itself are not kept. */
const POSITIVE = '\uE000';
const NEGATIVE = '\uE001';

/**
 * What a name (of a pathology, of a medication) is looked up by: without regard to case, accents, spacing or
 * punctuation, but with a test's result, since the negative is the opposite of the positive. A name without any letter
 * or digit is its own key. Stored keys were made by this function: a change needs a migration.
 */
export function nameKey(name: string): string {
  let key = name
    .replace(/[\uE000\uE001]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(RESULT, (sign) => (sign === '+' ? POSITIVE : NEGATIVE));
  for (const [letter, plain] of LETTERS) key = key.replace(letter, plain);
  key = key.replace(/[^\p{L}\p{N}\uE000\uE001]/gu, '');
  return key.replaceAll(POSITIVE, '+').replaceAll(NEGATIVE, '-') || name.trim();
}
