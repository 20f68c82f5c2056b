import { z } from 'zod';
import { nullable, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryCode, storedCountry } from '../../../shared/country';
import { isoTimestamp } from '../consultation-details.sql';
import { addToDailyCounts } from '../counts/count-cases.sql';

/**
 * Finds a consultation by its id alone, because the account may have moved to another country since. A skip scan searches the
 * primary key once for each country; another index would cost a write with every record.
 */
export const FIND_CONSULTATION = statement({
  name: 'find_consultation',
  text: `
SELECT c.country, c.id, v.reason, v.voided_at AS "voidedAt"
FROM consultation c LEFT JOIN consultation_void v ON v.country = c.country AND v.consultation_id = c.id
WHERE c.id = $id AND ($accountId::uuid IS NULL OR c.recorded_by = $accountId)`,
  parameters: { id: uuid(), accountId: nullable(uuid()) },
  row: z.object({
    country: storedCountry,
    id: z.string(),
    /** Null if the consultation is not voided; `voidedAt` is null then, too. */
    reason: z.string().nullable(),
    voidedAt: isoTimestamp.nullable(),
  }),
  plan: 'custom',
});

export type FoundConsultation = z.output<typeof FIND_CONSULTATION.row>;

/**
 * Voids a consultation and removes it from the count of its day; returns no row if it is voided already. Concurrent calls
 * wait for the first one and then do nothing.
 */
export const VOID_CONSULTATION = statement({
  name: 'void_consultation',
  text: `
WITH found AS (
  SELECT pathology_id, (consulted_at AT TIME ZONE 'UTC')::date AS day
  FROM consultation WHERE country = $country AND id = $id
), voided AS (
  INSERT INTO consultation_void (country, consultation_id, reason, voided_by)
  SELECT $country, $id, $reason, $accountId FROM found
  ON CONFLICT (country, consultation_id) DO NOTHING
  RETURNING consultation_id, reason, voided_at
), counted AS (
  ${addToDailyCounts('SELECT $country, f.day, f.pathology_id, -1 FROM found f, voided')}
)
SELECT consultation_id AS id, reason, voided_at AS "voidedAt" FROM voided`,
  parameters: {
    country: text<CountryCode>(),
    id: uuid(),
    reason: text(),
    accountId: uuid(),
  },
  row: z.object({ id: z.string(), reason: z.string(), voidedAt: isoTimestamp }),
});

export type VoidedConsultation = z.output<typeof VOID_CONSULTATION.row>;
