const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/œ/g, 'oe'],
  [/æ/g, 'ae'],
  [/ß/g, 'ss'],
  [/ø/g, 'o'],
];

/**
 * What a name (of a pathology, of a medication) is looked up by: without regard to case, accents, spacing or punctuation. A name without
 * any letter or digit is its own key. Stored keys were made by this function: a change needs a migration.
 */
export function nameKey(name: string): string {
  let key = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  for (const [letter, plain] of LETTERS) key = key.replace(letter, plain);
  return key.replace(/[^\p{L}\p{N}]/gu, '') || name.trim();
}
