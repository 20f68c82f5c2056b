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
