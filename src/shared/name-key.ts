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

/** Signs that stay in a key, each with the private-use character that replaces it while punctuation is removed. */
const KEPT = new Map([
  ['+', '\uE000'],
  ['-', '\uE001'],
  ['.', '\uE002'],
  ['/', '\uE003'],
  ['<', '\uE004'],
  ['>', '\uE005'],
  ['≤', '\uE006'],
  ['≥', '\uE007'],
  [',', '\uE008'],
]);
const SIGNS = new Map([...KEPT].map(([sign, character]) => [character, sign]));

const keep = (sign: string) => KEPT.get(sign) ?? '';

/**
 * Returns the lookup key of a name of a pathology or medication: without case, accents, spaces and punctuation, but with the
 * result of a test, and with what punctuation says about numbers: `2.5` is not `25`, `<200` is not `>200`, and `1-2` is not
 * `12`. A name without letters and digits is its own key. Keys are stored, so a change needs a migration.
 */
export function nameKey(name: string): string {
  const folded = fold(name);
  return toKey(SIGN_OF_NUMBER.test(folded) ? keepSignsOfNumbers(folded) : folded, name);
}

/**
 * Returns the key of a name without what punctuation says about numbers, as `nameKey` returned it at first. Sources of
 * imports and lines without an id are still known by it: with another key, they would count again.
 */
export function spellingKey(name: string): string {
  return toKey(fold(name), name);
}

/** Returns the key that earlier releases gave a pathology: another one if the key is that of the name, and not of a code. */
export function earlierKeyOf(key: string, name: string): string {
  return key === nameKey(name) ? spellingKey(name) : key;
}

function fold(name: string): string {
  return name
    .replace(/[\uE000-\uE008]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(TEST_RESULT, (sign) => keep(sign === '+' ? '+' : '-'));
}

function toKey(folded: string, name: string): string {
  let key = folded;
  for (const [letter, plain] of LETTERS) key = key.replace(letter, plain);
  key = key.replace(/[^\p{L}\p{N}\uE000-\uE008]/gu, '');
  return key.replace(/[\uE000-\uE008]/g, (character) => SIGNS.get(character) ?? '') || name.trim();
}

/** Whether a name may have a sign to keep: most have none, and imports make keys of many names. */
const SIGN_OF_NUMBER = /[<>≤≥]|[.,٫]\s*\p{Nd}|\p{Nd}\s*[-‐-―−/⁄]\s*\p{Nd}/u;

/** A code of ICD-10 at the beginning of a name: the point in `A00.1` is not that of a number. */
const CODE = /^\s*[a-z]\p{Nd}{2}\.\p{Nd}{1,2}(?![\p{L}\p{N}])/u;

const NUMBER_WITH_MARKS = /\p{Nd}+(?:[.,٫]\p{Nd}+)+/gu;

/**
 * As in `1 . 5` and `1, 5`: a decimal, a list or the end of a sentence. It stays a sign of its own, because each guess could be
 * a tenfold error: such a name has the key of neither `15` nor `1.5`.
 */
const MARKS_WITH_SPACES = /[.,٫](?<=\p{Nd}\s*.)[\s.,٫]*(?=\p{Nd})/gu;

/** `.5` is `0.5`. */
const LEADING_MARK = /(?<![\p{L}\p{N}.,٫])[.,٫](?=\p{Nd})/gu;

/** `<=` is `≤`. A comparator may stand before a negative number. */
const COMPARATOR = /[<>≤≥](=?)(?=\s*(?:[+\-−–]\s*)?\p{Nd})/gu;

/** As in `1-2`, `2026/27` and `½`, which is `1⁄2`. */
const BETWEEN_NUMBERS = /[-‐-―−/⁄](?<=\p{Nd}\s*.)(?=\s*\p{Nd})/gu;

function keepSignsOfNumbers(folded: string): string {
  const code = CODE.exec(folded)?.[0] ?? '';
  const rest = folded
    .slice(code.length)
    .replace(NUMBER_WITH_MARKS, keepDecimalMark)
    .replace(MARKS_WITH_SPACES, keep(','))
    .replace(LEADING_MARK, `0${keep('.')}`)
    .replace(COMPARATOR, (comparator, equals: string) => {
      const sign = comparator.charAt(0);
      return keep(equals === '' ? sign : sign === '<' || sign === '≤' ? '≤' : '≥');
    })
    .replace(BETWEEN_NUMBERS, (sign) => keep(sign === '/' || sign === '⁄' ? '/' : '-'));
  return code + rest;
}

/** A mark before exactly three digits separates thousands, as in `1,000` and `10.000`, unless the number begins with 0. */
const THOUSANDS = /^(?!0)\p{Nd}{1,3}(?:(?:,\p{Nd}{3})+(?![,\p{Nd}])|(?:\.\p{Nd}{3})+(?![.\p{Nd}]))/u;

function keepDecimalMark(number: string): string {
  return number
    .replace(THOUSANDS, (thousands) => thousands.replace(/[.,]/g, ''))
    .replace(/[.,٫]/g, keep('.'));
}
