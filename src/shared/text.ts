import { z } from 'zod';

/** Under `u`, a pair is one character: only a half of one is a surrogate. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Text of a caller, trimmed, of `minimum` to `maximum` characters. PostgreSQL refuses NUL in text and a lone
 * surrogate cannot be stored as it is, so both are refused here, where the caller can be told.
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

/** Line ends of every script and all else that is no character to read. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Text of a caller that names something: a name or a number, trimmed. A line end inside it is not part of a name, but of a
 * quote that was closed a line too late.
 */
export function singleLine(minimum: number, maximum: number) {
  return text(minimum, maximum).refine((value) => !CONTROL.test(value), {
    error: 'must be a single line without control characters',
  });
}
