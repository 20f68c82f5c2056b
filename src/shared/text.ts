import { z } from 'zod';
import {
  findInvisibleCharacter,
  findInvisibleCharacterOfName,
  hasReorderingCharacter,
  toVisibleText,
} from './invisible-characters';
import { MAX_NAME_LENGTH } from './own-names';

/** With the flag `u`, a pair of surrogates is one character and does not match. */
const LONE_SURROGATE = /\p{Surrogate}/u;

const WELL_FORMED = z
  .string()
  .refine((value) => !value.includes('\0'), { error: 'must not contain NUL characters', abort: true })
  .refine((value) => !LONE_SURROGATE.test(value), {
    error: 'must be well-formed Unicode (it has a lone surrogate)',
    abort: true,
  });

/**
 * Returns a schema of trimmed text with `minimum` to `maximum` characters. It refuses NUL, which PostgreSQL cannot store, and
 * lone surrogates, which UTF-8 cannot encode. A longer text is not checked further: patterns of the caller are for short texts.
 */
export function text(minimum: number, maximum: number) {
  return trimmed(WELL_FORMED, minimum, maximum);
}

function trimmed(schema: z.ZodString, minimum: number, maximum: number) {
  return schema
    .trim()
    .min(minimum, minimum === 1 ? 'must not be empty' : `expected at least ${minimum} characters`)
    .max(maximum, { error: `expected at most ${maximum} characters`, abort: true });
}

/** Returns the beginning of a text, of at most `maximum` characters and without half a surrogate pair at its end. */
export function cutText(whole: string, maximum: number): string {
  return whole.slice(0, maximum).replace(/[\ud800-\udbff]$/, '');
}

/**
 * Returns a text without these characters at its end. A regular expression such as `/x+$/` takes a time that grows with the square
 * of the length, because it starts again at each character.
 */
export function trimEndOf(whole: string, characters: string): string {
  let end = whole.length;
  while (end > 0 && characters.includes(whole.charAt(end - 1))) end -= 1;
  return whole.slice(0, end);
}

/** Control characters and line separators. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Returns a schema of text on a single line, for names and numbers. In a CSV file, a line end inside a name comes from a
 * missing quote.
 */
export function singleLine(minimum: number, maximum: number) {
  return onSingleLine(text(minimum, maximum));
}

/**
 * Returns the schema of a pathology's or medication's name. Format characters may be in it, because some scripts need joiners, but not
 * those that show the rest of a list in another order, nor others that show nothing: the name would look like another one.
 */
export function catalogueName() {
  return withoutReordering(
    visibleText(singleLine(1, MAX_NAME_LENGTH)).refine(
      (value) => findInvisibleCharacterOfName(value) === undefined,
      {
        error: ({ input }) =>
          `must not contain characters that show nothing (it has ${findInvisibleCharacterOfName(String(input))})`,
      },
    ),
  );
}

/** Returns the schema of a text whose characters are shown in their own order. */
export function withoutReordering(schema: z.ZodString) {
  return schema.refine((value) => !hasReorderingCharacter(value), {
    error: 'must not contain characters that change the order of others (U+202A to U+202E, U+2066 to U+2069)',
  });
}

function onSingleLine(schema: z.ZodString) {
  return schema.refine((value) => !CONTROL.test(value), {
    error: 'must be a single line without control characters',
  });
}

/** Returns the schema of a text that shows something. */
export function visibleText(schema: z.ZodString) {
  return schema.refine((value) => value === '' || toVisibleText(value).trim() !== '', {
    error: 'must have a visible character',
  });
}

/** How much longer a text may be before it is trimmed and normalized. */
const MAX_SHRINKING = 10;

/**
 * Returns a schema of a number or id that a caller gives a person or record, in Unicode's normalization form C: programs send
 * the same accented letter as one character or as two.
 */
export function identifyingText(maximum: number) {
  // The time to normalize combining marks grows with the square of their number.
  const short = WELL_FORMED.refine((value) => value.length <= MAX_SHRINKING * maximum, {
    error: `expected at most ${maximum} characters`,
    abort: true,
  });
  return onSingleLine(trimmed(short.normalize('NFC'), 1, maximum));
}

/** Returns the schema for new numbers and ids: nobody could tell two of them apart that differ in an invisible character. */
export function withoutInvisibleCharacters(schema: z.ZodString) {
  return schema.refine((value) => findInvisibleCharacter(value) === undefined, {
    error: ({ input }) => describeInvisibleCharacter(String(input)),
  });
}

export function describeInvisibleCharacter(value: string): string {
  return `must not contain invisible characters (it has ${findInvisibleCharacter(value)}); send it without`;
}
