import { z } from 'zod';
import { countrySchema } from '../access/country';
import { externalIdSchema } from '../fields/external-id';
import { pastTimestampSchema } from '../fields/timestamp';
import { singleLine } from '../fields/text';
import { mutation } from '../trpc/contract';

/** The most sales that one call takes. */
const MOST_LINES = 1_000;

/** The most units of one sale. */
const MOST_UNITS = 1_000_000;

/**
 * A code of WHO's Anatomical Therapeutic Chemical classification, in any case: of its fifth level, or of its fourth, which
 * is all that some medicines have (oral rehydration salts: A07CA).
 */
export const atcCodeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]\d{2}[A-Z]{2}(?:\d{2})?$/, 'expected an ATC code of seven characters such as N02BE01');

export const unitsSchema = z
  .int({ error: `expected a whole number from 1 to ${MOST_UNITS}` })
  .min(1, `expected a whole number from 1 to ${MOST_UNITS}`)
  .max(MOST_UNITS, `expected a whole number from 1 to ${MOST_UNITS}`);

export const medicationSalesContract = {
  recordMedicationSales: mutation({
    summary: 'Records sales of medications: all of them, or none.',
    access: ['pharmacist', 'admin'],
    input: z.object({
      sales: z
        .array(
          z.object({
            medicationName: singleLine(1, 200),
            atcCode: atcCodeSchema.optional(),
            /** The account's own country when absent. */
            country: countrySchema.optional(),
            soldAt: pastTimestampSchema,
            units: unitsSchema,
            /** The caller's own number for the sale: counted once, however often it is sent. */
            externalId: externalIdSchema.optional(),
          }),
        )
        .min(1, 'expected at least one sale')
        .max(MOST_LINES, `expected at most ${MOST_LINES} sales`),
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        recorded: z.int(),
        /** Sales whose `externalId` had been recorded before, or stood twice in this call. */
        alreadyRecorded: z.int(),
      }),
    }),
    example: {
      input: {
        sales: [
          {
            medicationName: 'Paracetamol',
            atcCode: 'N02BE01',
            soldAt: '2026-03-14T09:30:00Z',
            units: 20,
            externalId: 'till-3/000481',
          },
        ],
      },
      output: { success: true, data: { recorded: 1, alreadyRecorded: 0 } },
    },
  }),
};
