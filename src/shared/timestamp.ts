import { z } from 'zod';

const DAY_MS = 24 * 60 * 60 * 1000;
const EARLIEST = Date.UTC(1900, 0, 1);

const EXPECTED = 'expected an ISO 8601 timestamp ending in Z, such as 2026-03-14T09:30:00Z';

/** An ISO 8601 timestamp ending in `Z`, from 1900 to 9999, the last year with four digits. */
export const timestampSchema = z.iso
  .datetime({
    error: ({ input }) => (typeof input === 'string' ? describeMissingDay(input) : undefined) ?? EXPECTED,
    abort: true,
  })
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() >= EARLIEST, 'must not be before 1900');

/** A timestamp in the past, or up to 24 hours in the future, because clocks can be wrong. */
export const pastTimestampSchema = timestampSchema.refine(
  (date) => date.getTime() <= Date.now() + DAY_MS,
  'must not be more than 24 hours in the future',
);

/** Returns the problem of a day that its month does not have. */
function describeMissingDay(text: string): string | undefined {
  const [year, month, day] = (/^(\d{4})-(0[1-9]|1[0-2])-(\d\d)(?:T|$)/.exec(text)?.slice(1) ?? []).map(
    Number,
  );
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day > days ? `there is no such day: this month has ${days} days` : undefined;
}
