import { z } from 'zod';
import { countrySchema } from '../../shared/country';
import { monthSchema, yearSchema } from '../../shared/period.schema';
import { query } from '../../platform/contract/contract';
import { alertHandlingContract } from './alert-handling/alert-handling.contract';
import { alertsContract } from './alerts/alerts.contract';
import { AUDITED_STATISTICS } from './audited-statistics';
import { languageField, translationFields } from './names/name-fields';
import { medicationSalesContract } from './medications/medication-sales.contract';
import { comparisonContract } from './statistics/comparison.contract';
import { reportingContract } from './reporting/reporting.contract';
import { countryTrendContract } from './statistics/country-trend.contract';
import { SHARED_CASES, SHARED_UNITS } from './statistics/sharing';
import { noCountryError, otherCountryError } from '../../platform/contract/country-errors';
import { statisticsContract } from './statistics/statistics.contract';

export const healthContract = {
  pathologyStats: query({
    work: 'statistics',
    summary: 'Cases by pathology in a month, or in a whole year; most cases first.',
    access: ['ministry', 'admin'],
    audit: AUDITED_STATISTICS,
    input: z.object({
      year: yearSchema.describe('Four digits.'),
      month: monthSchema.optional().describe('The whole year when absent.'),
      language: languageField,
    }),
    output: z.array(z.object({ name: z.string(), count: z.int(), ...translationFields })),
    example: {
      input: { year: 2026, month: 3 },
      output: [
        { name: 'Malaria', count: 1204 },
        { name: 'Cholera', count: 87 },
      ],
    },
    errors: [noCountryError],
    sharing: SHARED_CASES,
    variesByLanguage: true,
  }),
  medicationStats: query({
    work: 'statistics',
    summary: 'Units sold by medication in a year; best-selling first.',
    access: ['ministry', 'admin'],
    audit: AUDITED_STATISTICS,
    input: z.object({
      year: yearSchema.describe('Four digits.'),
      country: countrySchema
        .optional()
        .describe('ISO 3166-1 code. All countries that the account may see when absent.'),
      language: languageField,
    }),
    output: z.object({
      success: z.literal(true),
      data: z.array(z.object({ name: z.string(), unitsSold: z.int(), ...translationFields })),
    }),
    example: {
      input: { year: 2026, country: 'KE' },
      output: { success: true, data: [{ name: 'Artemether + lumefantrine', unitsSold: 58210 }] },
    },
    errors: [noCountryError, otherCountryError],
    sharing: SHARED_UNITS,
    variesByLanguage: true,
  }),
  ...statisticsContract,
  ...comparisonContract,
  ...countryTrendContract,
  ...reportingContract,
  ...alertsContract,
  ...alertHandlingContract,
  ...medicationSalesContract,
};
