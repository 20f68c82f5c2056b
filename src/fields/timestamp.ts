import { z } from 'zod';

const DAY_MS = 24 * 60 * 60 * 1000;
const EARLIEST = Date.UTC(1900, 0, 1);

/** A moment: ISO 8601 with `Z`. */
export const timestampSchema = z.iso
  .datetime({
    error: 'expected an ISO 8601 timestamp ending in Z, such as 2026-03-14T09:30:00Z',
    abort: true,
  })
  .transform((text) => new Date(text));

/** A moment in the past: not before 1900 and, clocks being what they are, at most 24 h ahead. */
export const pastTimestampSchema = timestampSchema
  .refine((date) => date.getTime() >= EARLIEST, 'must not be before 1900')
  .refine((date) => date.getTime() <= Date.now() + DAY_MS, 'must not be more than 24 hours in the future');
