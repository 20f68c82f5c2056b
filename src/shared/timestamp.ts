import { z } from 'zod';

const DAY_MS = 24 * 60 * 60 * 1000;
const EARLIEST = Date.UTC(1900, 0, 1);

/** A moment from 1900 to 9999, the last year that ISO 8601 writes with four digits: ISO 8601 with `Z`. */
export const timestampSchema = z.iso
  .datetime({
    error: 'expected an ISO 8601 timestamp ending in Z, such as 2026-03-14T09:30:00Z',
    abort: true,
  })
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() >= EARLIEST, 'must not be before 1900');

/** A moment in the past: clocks being what they are, at most 24 h ahead. */
export const pastTimestampSchema = timestampSchema.refine(
  (date) => date.getTime() <= Date.now() + DAY_MS,
  'must not be more than 24 hours in the future',
);
