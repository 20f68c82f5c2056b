import { z } from 'zod';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const YEAR_OR_MONTH = /^\d{4}(-\d{2})?$/;

const dateSchema = z.iso.date();
const dateTimeSchema = z.iso.datetime({ offset: true });

/**
 * Parses a FHIR dateTime, and returns an error text if it is invalid.
 * A date without a time becomes midnight UTC, so that it counts on that day.
 */
export function parseDateTime(text: string): Date | string {
  if (DATE.test(text) && dateSchema.safeParse(text).success) return new Date(`${text}T00:00:00Z`);
  if (DATE_TIME.test(text) && dateTimeSchema.safeParse(text).success) return new Date(text);
  if (YEAR_OR_MONTH.test(text)) return 'must be a day or a moment: a year or a month is not enough';
  return 'expected a FHIR dateTime such as 2026-03-14, 2026-03-14T09:30:00Z or 2026-03-14T12:30:00+03:00';
}
