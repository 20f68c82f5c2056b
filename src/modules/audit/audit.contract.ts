import { z } from 'zod';
import { countryOrUnknownSchema } from '../../shared/country';
import { identifierSchema } from '../../shared/identifier';
import { pageSchema } from '../../shared/pagination';
import { singleLine } from '../../shared/text';
import { timestampSchema } from '../../shared/timestamp';
import { query } from '../../platform/contract/contract';
import { resolveScope } from '../../platform/access/country-scope';
import { noCountryError, otherCountryError } from '../../platform/contract/country-errors';

const auditEventSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  country: z.string().describe('Of the data: ISO 3166-1 alpha-2, `ZZ` for none, `*` for several.'),
  action: z
    .string()
    .describe('A procedure such as `consultations.list`, a route such as `exports.summary`, or a command.'),
  account: z
    .object({
      id: z.string(),
      name: z.string().describe('Empty where the portal names none.'),
      email: z.string().describe('Empty where the portal names none.'),
      role: z.string().nullable().describe('At that time; null where the platform itself wrote the event.'),
    })
    .nullable()
    .describe('Null for an operator at the command line, a background job or an anonymous caller.'),
  address: z.string().nullable().describe('Network address.'),
  requestId: z.string().nullable().describe('`X-Request-Id` of the response, and of the lines in the log.'),
  records: z
    .array(z.string())
    .describe('Ids of consultations, Encounters and sales: the first 20. `recordId` searches all.'),
  recordCount: z.int().describe('How many records the event has.'),
  details: z.record(z.string(), z.unknown()).nullable(),
});

export const auditContract = {
  list: query({
    work: 'statistics',
    summary: 'Who read or wrote what, when and from where; latest first.',
    access: ['admin'],
    audit: {
      touched: ({ caller, input }) => (caller ? [{ country: resolveScope(caller, input.country) }] : []),
    },
    input: z.object({
      country: countryOrUnknownSchema
        .optional()
        .describe('ISO 3166-1 code. All countries that the account may see when absent.'),
      accountId: identifierSchema.optional().describe('Only what this account did.'),
      action: singleLine(1, 100).optional().describe('Only this action, such as `consultations.void`.'),
      recordId: identifierSchema.optional().describe('Only what touched this record.'),
      from: timestampSchema.optional().describe('Events of this moment or later; of 31 days when absent.'),
      before: timestampSchema.optional().describe('Events before this moment.'),
      ...pageSchema({ maxLimit: 200, defaultLimit: 50 }).shape,
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        events: z.array(auditEventSchema),
        nextCursor: z
          .string()
          .nullable()
          .describe(
            'Null on the last page. With a filter, one call searches about 50,000 events: a page can have fewer than `limit` events, or none, and still a next one.',
          ),
      }),
    }),
    example: {
      input: { country: 'KE', action: 'consultations.void' },
      output: {
        success: true,
        data: {
          events: [
            {
              id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a15',
              at: '2026-03-14T10:05:40.201Z',
              country: 'KE',
              action: 'consultations.void',
              account: {
                id: '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a11',
                name: 'Amina Otieno',
                email: 'amina.otieno@example.org',
                role: 'doctor',
              },
              address: '192.0.2.7',
              requestId: '6b1d6c0e-9d0a-4c5a-8f43-5a1f0f6f7a10',
              records: ['019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13'],
              recordCount: 1,
              details: null,
            },
          ],
          nextCursor: null,
        },
      },
    },
    errors: [noCountryError, otherCountryError],
  }),
};
