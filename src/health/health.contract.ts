import { z } from 'zod';
import { countrySchema } from '../access/country';
import { monthSchema, yearSchema } from '../fields/period';
import { query } from '../trpc/contract';
import { alertsContract } from './alerts.contract';
import { medicationSalesContract } from './medication-sales.contract';
import { statisticsContract } from './statistics.contract';

export const healthContract = {
  pathologyStats: query({
    summary: 'Cases by pathology in a month, or in a whole year; most cases first.',
    access: ['ministry', 'admin'],
    input: z.object({ year: yearSchema, month: monthSchema.optional() }),
    output: z.array(z.object({ name: z.string(), count: z.int() })),
    example: {
      input: { year: 2026, month: 3 },
      output: [
        { name: 'Malaria', count: 1204 },
        { name: 'Cholera', count: 87 },
      ],
    },
  }),
  medicationStats: query({
    summary: 'Units sold by medication in a year; best-selling first.',
    access: ['ministry', 'admin'],
    input: z.object({ year: yearSchema, country: countrySchema.optional() }),
    output: z.object({
      success: z.literal(true),
      data: z.array(z.object({ name: z.string(), unitsSold: z.int() })),
    }),
    example: {
      input: { year: 2026, country: 'KE' },
      output: { success: true, data: [{ name: 'Artemether + lumefantrine', unitsSold: 58210 }] },
    },
  }),
  ...statisticsContract,
  ...alertsContract,
  ...medicationSalesContract,
};
