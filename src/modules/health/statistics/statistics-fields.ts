import { z } from 'zod';
import { noCountryError, otherCountryError } from '../../../platform/contract/country-errors';
import { countryOrUnknownSchema } from '../../../shared/country';
import { MAX_PERIODS, monthOrWeekSchema, periodSchema } from '../../../shared/period.schema';

/** Who may read statistics. */
export const STATISTICS_ACCESS = ['ministry', 'admin'] as const;

export const COUNTRY_ERRORS = [noCountryError, otherCountryError];

/** Input fields of statistics. */
export const period = periodSchema.describe(
  'A year `2026`, a quarter `2026-Q1`, a month `2026-03` or an ISO week `2026-W11`.',
);

export const country = countryOrUnknownSchema
  .optional()
  .describe(
    'ISO 3166-1 code, or `ZZ` for what belongs to no known country. All that the account may see when absent.',
  );

export const range = {
  from: monthOrWeekSchema.describe('The first month `2026-01` or ISO week `2026-W01`.'),
  to: monthOrWeekSchema.describe('The last one, of the same kind.'),
};

/** Output fields of a period that is compared with earlier ones. */
export const comparedPeriod = {
  period: z.string(),
  until: z.iso.date().describe('The last day counted: of the period, or today where it is not over.'),
  comparedUntil: z.iso
    .date()
    .nullable()
    .describe(
      'The last day compared: of the period, or yesterday where it is not over; null where it began today or has not begun.',
    ),
  complete: z.boolean().describe('Whether the period is over.'),
};

/** Output fields of a rate. */
export const population = z
  .object({ people: z.int(), year: z.int() })
  .meta({ title: 'Population' })
  .nullable()
  .describe(
    'The inhabitants that rates refer to, and the year of the figure: the last known one for later periods. Null for all countries together, for an unknown country, and before 2015.',
  );

export const per100000 = z
  .number()
  .nullable()
  .describe(
    '`count` per 100,000 inhabitants, in the period, not in a year. Null if the population is unknown.',
  );

export const ratesOfSeries = z
  .array(z.number().nullable())
  .describe('Each count per 100,000 inhabitants. Null if the population is unknown.');

/** Output fields of a range. */
export const periodsOfRange = {
  periods: z.array(z.string()).max(MAX_PERIODS).describe('Every month or week of the range, in order.'),
  populationYears: z
    .array(z.int().nullable())
    .describe('For each period, the year of the population that rates refer to.'),
};

/** The count of a period, compared with earlier periods. Of a period that is not over, only complete days are compared. */
export const comparedCount = {
  count: z.int(),
  compared: z
    .int()
    .describe(
      'The part of `count` that is compared: all of it where the period is over, else what came before today.',
    ),
  previous: z.int().describe('In the period before this one, in as many days.'),
  yearBefore: z.int().describe('In the same period a year before, in as many days.'),
  changeOnPrevious: z
    .number()
    .nullable()
    .describe('`compared` less `previous`, as a part of `previous`; null where that is zero.'),
  changeOnYearBefore: z
    .number()
    .nullable()
    .describe('`compared` less `yearBefore`, as a part of `yearBefore`; null where that is zero.'),
  per100000,
};

export const comparedSchema = z.object(comparedCount).meta({ title: 'ComparedCount' });

export const unknownPathologyError = {
  code: 'NOT_FOUND',
  when: 'nobody has used the name',
  message: 'pathology: no pathology is called "Malria"',
} as const;
