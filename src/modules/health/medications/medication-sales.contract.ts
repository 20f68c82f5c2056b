import { z } from 'zod';
import { ownCountry } from '../../../platform/access/record-country';
import { countrySchema } from '../../../shared/country';
import { newExternalIdSchema } from '../../../shared/external-id';
import { pastTimestampSchema } from '../../../shared/timestamp';
import { catalogueName } from '../../../shared/text';
import { mutation } from '../../../platform/contract/contract';
import { describeFullNames } from './full-names';

/** Maximum number of sales in one call. */
const MAX_ITEMS = 1_000;

/** Maximum number of units in one sale. */
const MAX_UNITS = 1_000_000;

/**
 * A code of WHO's Anatomical Therapeutic Chemical classification, in upper or lower case. It has the fifth level, or only
 * the fourth for medications without a fifth-level code (oral rehydration salts: A07CA).
 */
export const atcCodeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]\d{2}[A-Z]{2}(?:\d{2})?$/, 'expected an ATC code of seven characters such as N02BE01');

export const unitsSchema = z
  .int({ error: `expected a whole number from 1 to ${MAX_UNITS}` })
  .min(1, `expected a whole number from 1 to ${MAX_UNITS}`)
  .max(MAX_UNITS, `expected a whole number from 1 to ${MAX_UNITS}`);

export const medicationSalesContract = {
  recordMedicationSales: mutation({
    work: 'bulk',
    summary: 'Records sales of medications: all of them, or none.',
    access: ['pharmacist', 'admin'],
    audit: {
      byService: true,
      touched: ({ caller, input }) => {
        if (!caller) return [];
        const countries = new Set(input.sales.map(({ country }) => country ?? ownCountry(caller)));
        return [...countries].map((country) => ({ country }));
      },
    },
    input: z.object({
      sales: z
        .array(
          z.object({
            medicationName: catalogueName(),
            atcCode: atcCodeSchema
              .optional()
              .describe('Code of the Anatomical Therapeutic Chemical classification, `N02BE01`.'),
            country: countrySchema
              .optional()
              .describe(
                'ISO 3166-1 code. The account’s own country when absent. Another is for accounts of all countries only.',
              ),
            soldAt: pastTimestampSchema.describe('ISO 8601 ending in `Z`.'),
            units: unitsSchema,
            externalId: newExternalIdSchema
              .optional()
              .describe('Your own number of the sale: it is counted once, however often it is sent.'),
          }),
        )
        .min(1, 'expected at least one sale')
        .max(MAX_ITEMS, `expected at most ${MAX_ITEMS} sales`),
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        recorded: z.int(),
        alreadyRecorded: z
          .int()
          .describe(
            'Sales not recorded again: their `externalId` was recorded before, or is repeated in this call.',
          ),
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
    errors: [
      {
        code: 'CONFLICT',
        when: 'an `externalId` was recorded before, or is earlier in the call, with other content; no sale is recorded',
        message: 'sales[3].externalId: "till-3/000481" was recorded before with other content',
      },
      {
        code: 'FORBIDDEN',
        when: 'a sale is in a country that is not the account’s',
        message: 'sales[3].country: your account is tied to KE; leave it out or send KE (10002)',
      },
      {
        code: 'UNPROCESSABLE_CONTENT',
        when: 'a medication is new, and the country has the maximum of medications of its own; no sale is recorded',
        message: describeFullNames([3]),
      },
    ],
  }),
};
