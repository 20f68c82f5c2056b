import { z } from 'zod';
import { query } from '../../../platform/contract/contract';
import { AUDITED_STATISTICS } from '../audited-statistics';
import { languageField, translationFields } from '../names/name-fields';
import { SHARED_CASES } from './sharing';
import {
  comparedCount,
  comparedPeriod,
  comparedSchema,
  country,
  COUNTRY_ERRORS,
  period,
  population,
  STATISTICS_ACCESS,
} from './statistics-fields';

export const comparisonContract = {
  pathologyComparison: query({
    work: 'statistics',
    summary: 'Cases by pathology and in total, with those of the previous period and of a year before.',
    access: STATISTICS_ACCESS,
    audit: AUDITED_STATISTICS,
    sharing: SHARED_CASES,
    variesByLanguage: true,
    input: z.object({ period, country, language: languageField }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        ...comparedPeriod,
        population,
        total: comparedSchema,
        pathologies: z
          .array(
            z.object({
              name: z.string(),
              ...translationFields,
              icd10: z.string().nullable(),
              ...comparedCount,
            }),
          )
          .describe('With cases in the period, most first; then those with cases in an earlier one only.'),
      }),
    }),
    example: {
      input: { period: '2026-03', country: 'KE' },
      output: {
        success: true,
        data: {
          period: '2026-03',
          until: '2026-03-31',
          comparedUntil: '2026-03-31',
          complete: true,
          population: { people: 56432944, year: 2024 },
          total: {
            count: 1291,
            compared: 1291,
            previous: 1230,
            yearBefore: 1000,
            changeOnPrevious: 0.04959349593495935,
            changeOnYearBefore: 0.291,
            per100000: 2.28767,
          },
          pathologies: [
            {
              name: 'Malaria',
              icd10: 'B54',
              count: 1204,
              compared: 1204,
              previous: 1190,
              yearBefore: 1000,
              changeOnPrevious: 0.011764705882352941,
              changeOnYearBefore: 0.204,
              per100000: 2.13351,
            },
            {
              name: 'Cholera',
              icd10: 'A00.9',
              count: 87,
              compared: 87,
              previous: 40,
              yearBefore: 0,
              changeOnPrevious: 1.175,
              changeOnYearBefore: null,
              per100000: 0.15416,
            },
          ],
        },
      },
    },
    errors: COUNTRY_ERRORS,
  }),
};
