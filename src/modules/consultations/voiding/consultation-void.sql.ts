import { z } from 'zod';
import { ACCESS_PARAMETERS, isAccessible } from '../../../platform/database/accessible-records.sql';
import { isErasedNumber } from '../../../platform/database/erased-number.sql';
import { ACT_ORIGIN } from '../../../platform/audit/act-origin.sql';
import { isInCountries } from '../../../platform/database/distribution.sql';
import { array, nullable, text, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import { type CountryCode, storedCountry } from '../../../shared/country';
import { isoTimestamp } from '../consultation-details.sql';

/** The reason of a void whose consultation's patient is erased: a text could name the patient. */
export const ERASED_REASON = 'erased';

/**
 * Finds a consultation by its id alone, because the account may have moved to another country since. A skip scan searches the
 * primary key once for each country; another index would cost a write with every record.
 */
export const FIND_CONSULTATION = statement({
  name: 'find_consultation',
  text: `
SELECT c.country, c.id, ${isErasedNumber('c.patient_id')} AS "isErased", v.reason, v.voided_at AS "voidedAt"
FROM consultation c LEFT JOIN consultation_void v ON v.country = c.country AND v.consultation_id = c.id
WHERE c.id = $id AND ${isAccessible('c')} AND ${isInCountries('c')}`,
  parameters: { id: uuid(), ...ACCESS_PARAMETERS, countries: nullable(array(text<CountryCode>())) },
  row: z.object({
    country: storedCountry,
    id: z.string(),
    /** Whether its patient is erased. */
    isErased: z.boolean(),
    /** Null if the consultation is not voided; `voidedAt` is null then, too. */
    reason: z.string().nullable(),
    voidedAt: isoTimestamp.nullable(),
  }),
  plan: 'custom',
});

export type FoundConsultation = z.output<typeof FIND_CONSULTATION.row>;

/**
 * Voids a consultation, writes the event, and removes it from the count of its day; returns no row if it is voided already. Concurrent calls
 * wait for the first one and then do nothing.
 */
export const VOID_CONSULTATION = statement({
  name: 'void_consultation',
  text: `SELECT v.voided_at AS "voidedAt" FROM void_consultation(
  $country, $id, $reason, $accountId, $role, $address, $requestId
) v`,
  parameters: {
    country: text<CountryCode>(),
    id: uuid(),
    reason: text(),
    accountId: uuid(),
    ...ACT_ORIGIN,
  },
  row: z.object({ voidedAt: isoTimestamp }),
});
