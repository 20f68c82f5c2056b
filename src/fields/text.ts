import { z } from 'zod';

/**
 * Text of a caller, trimmed, of `minimum` to `maximum` characters. PostgreSQL refuses NUL in text and a lone
 * surrogate cannot be stored as it is, so both are refused here, where the caller can be told.
 */
export function text(minimum: number, maximum: number) {
  return z
    .string()
    .refine((value) => !value.includes('\0'), { error: 'must not contain NUL characters', abort: true })
    .refine((value) => value.isWellFormed(), {
      error: 'must be well-formed Unicode (it has a lone surrogate)',
      abort: true,
    })
    .trim()
    .min(minimum, minimum === 1 ? 'must not be empty' : `expected at least ${minimum} characters`)
    .max(maximum, `expected at most ${maximum} characters`);
}
