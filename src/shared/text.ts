import { z } from 'zod';

/** With the flag `u`, a pair of surrogates is one character and does not match. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Returns a schema of trimmed text with `minimum` to `maximum` characters. It refuses NUL, which PostgreSQL cannot store, and
 * lone surrogates, which UTF-8 cannot encode.
 */
export function text(minimum: number, maximum: number) {
  return z
    .string()
    .refine((value) => !value.includes('\0'), { error: 'must not contain NUL characters', abort: true })
    .refine((value) => !LONE_SURROGATE.test(value), {
      error: 'must be well-formed Unicode (it has a lone surrogate)',
      abort: true,
    })
    .trim()
    .min(minimum, minimum === 1 ? 'must not be empty' : `expected at least ${minimum} characters`)
    .max(maximum, `expected at most ${maximum} characters`);
}

/** Returns the beginning of a text, of at most `maximum` characters and without half a surrogate pair at its end. */
export function cutText(whole: string, maximum: number): string {
  return whole.slice(0, maximum).replace(/[\ud800-\udbff]$/, '');
}

/** Control characters and line separators. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Returns a schema of text on a single line, for names and numbers. In a CSV file, a line end inside a name comes from a
 * missing quote.
 */
export function singleLine(minimum: number, maximum: number) {
  return text(minimum, maximum).refine((value) => !CONTROL.test(value), {
    error: 'must be a single line without control characters',
  });
}
