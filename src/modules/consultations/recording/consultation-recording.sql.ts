import { z } from 'zod';
import { ACT_ORIGIN } from '../../../platform/audit/act-origin.sql';
import { isNotErased } from '../../../platform/database/claim.sql';
import { isInCountries } from '../../../platform/database/distribution.sql';
import { array, json, nullable, text, timestamp, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import type { CountryCode } from '../../../shared/country';
import {
  consultationDetails,
  DETAILS_COLUMNS,
  isoTimestamp,
  JOIN_PATHOLOGY_AND_VOID,
} from '../consultation-details.sql';
import { hasOtherContent } from './consultation-batch.sql';

/** What the database adds to a consultation. */
const recordedConsultation = z.object({
  id: z.string(),
  pathologyName: z.string(),
  icd10: z.string().nullable(),
  recordedAt: isoTimestamp,
});

const RECORDED_COLUMNS = `r.id, r.pathology_name AS "pathologyName", r.icd10, r.recorded_at AS "recordedAt"`;

/** Records, counts and audits a consultation whose pathology is known; returns no row otherwise. */
export const RECORD_CONSULTATION = statement({
  name: 'record_consultation',
  text: `
SELECT ${RECORDED_COLUMNS}
FROM record_consultation($country, $key, $patientId, $consultedAt, $accountId, $role, $address, $requestId) r`,
  parameters: {
    key: text(),
    country: text<CountryCode>(),
    patientId: text(),
    consultedAt: timestamp(),
    accountId: uuid(),
    ...ACT_ORIGIN,
  },
  row: recordedConsultation,
});

/**
 * Records, counts and audits consultations of several callers; returns no row for those whose pathology is not known. On Citus, the
 * node of `country` runs the statement, and has all of their countries.
 */
export const RECORD_CONSULTATION_GROUP = statement({
  name: 'record_consultation_group',
  text: `
SELECT r.item, ${RECORDED_COLUMNS}
FROM record_consultation_group(
  $country, $keys, $countries, $patientIds, $consultedAts, $accountIds, $roles, $addresses, $requestIds
) r`,
  parameters: {
    country: text<CountryCode>(),
    keys: array(text()),
    countries: array(text<CountryCode>()),
    patientIds: array(text()),
    consultedAts: array(timestamp()),
    accountIds: array(uuid()),
    roles: array(text()),
    addresses: array(nullable(text())),
    requestIds: array(nullable(text())),
  },
  row: recordedConsultation.extend({ item: z.int() }),
});

export type RecordedConsultation = z.output<typeof recordedConsultation>;

/**
 * The consultation of each item: the recorded one, or the one that has its external id. A separate statement: the one that
 * records does not see what other transactions committed while it waited for their locks. Before that one, it tells what that one
 * will do.
 *
 * Items have an id if they were recorded. `isSame` tells whether the claim has the same content; null for recorded items.
 * `isReplaced`: the item takes the claim over, by the conditions of `recordBatch`.
 */
export const FIND_CONSULTATIONS_OF_ITEMS = statement({
  name: 'find_consultations_of_items',
  text: `
SELECT i.item, ${DETAILS_COLUMNS}, p.key AS "pathologyKey", NOT ${hasOtherContent('k', 'i')} AS "isSame",
  coalesce(v.consultation_id IS NOT NULL AND ${hasOtherContent('k', 'i')} AND ${isNotErased('k')}, false) AS "isReplaced"
FROM jsonb_to_recordset($items::jsonb) AS i (
  item integer, country text, id uuid, external_id text, digest bytea, equal_digests bytea[], earlier_digests bytea[]
)
LEFT JOIN consultation_claim k ON i.id IS NULL AND k.account_id = $accountId AND k.external_id = i.external_id
JOIN consultation c ON c.country = coalesce(k.country, i.country) AND c.id = coalesce(k.consultation_id, i.id)
${JOIN_PATHOLOGY_AND_VOID}
WHERE ${isInCountries('c')}`,
  parameters: { items: json(), accountId: uuid(), countries: nullable(array(text<CountryCode>())) },
  row: consultationDetails.extend({
    item: z.int(),
    pathologyKey: z.string(),
    isSame: z.boolean().nullable(),
    isReplaced: z.boolean(),
  }),
});

export type ConsultationOfItem = z.output<typeof FIND_CONSULTATIONS_OF_ITEMS.row>;

/** Those of the external ids that an account has claimed, with the pathologies of their records. */
export const FIND_CLAIMED_PATHOLOGIES = statement({
  name: 'find_claimed_pathologies',
  text: `
SELECT k.external_id AS "externalId", p.key, v.consultation_id IS NOT NULL AS "isVoided"
FROM consultation_claim k
JOIN consultation c ON c.country = k.country AND c.id = k.consultation_id
${JOIN_PATHOLOGY_AND_VOID}
WHERE k.account_id = $accountId AND k.external_id = ANY ($externalIds::text[]) AND ${isInCountries('c')}`,
  parameters: {
    accountId: uuid(),
    externalIds: array(text()),
    countries: nullable(array(text<CountryCode>())),
  },
  row: z.object({
    externalId: z.string(),
    key: z.string(),
    isVoided: z.boolean(),
  }),
});

export type ClaimedPathology = z.output<typeof FIND_CLAIMED_PATHOLOGIES.row>;
