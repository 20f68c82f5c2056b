import { z } from 'zod';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const PART_OF_DATE = /^\d{4}(-\d{2})?$/;

const day = z.iso.date();
const dateTime = z.iso.datetime({ offset: true });

/**
 * Reads a FHIR dateTime as a moment. A day without a time is counted on that day, and so is its first moment in UTC.
 * @returns what is wrong with it, where it names no moment
 */
export function parseDateTime(written: string): Date | string {
  if (DAY.test(written) && day.safeParse(written).success) return new Date(`${written}T00:00:00Z`);
  if (DATE_TIME.test(written) && dateTime.safeParse(written).success) return new Date(written);
  if (PART_OF_DATE.test(written)) return 'must be a day or a moment: a year or a month is not enough';
  return 'expected a FHIR dateTime such as 2026-03-14, 2026-03-14T09:30:00Z or 2026-03-14T12:30:00+03:00';
}
