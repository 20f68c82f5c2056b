import { isInCountries } from '../../../platform/database/distribution.sql';
import { array, integer, nullable, text, timestamp, uuid } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import type { CountryCode } from '../../../shared/country';
import { consultationDetails, DETAILS_COLUMNS, JOIN_PATHOLOGY_AND_VOID } from '../consultation-details.sql';

/** A page of the consultations that an account recorded, by id, newest first. Null filters match everything. */
const buildListQuery = (join: string) => `
SELECT ${DETAILS_COLUMNS}
FROM consultation c
${JOIN_PATHOLOGY_AND_VOID} ${join}
WHERE c.recorded_by = $accountId AND ${isInCountries('c')}
  AND ($patientId::text IS NULL OR c.patient_id = $patientId)
  AND ($consultedFrom::timestamptz IS NULL OR c.consulted_at >= $consultedFrom)
  AND ($consultedBefore::timestamptz IS NULL OR c.consulted_at < $consultedBefore)
  AND ($recordedFrom::timestamptz IS NULL OR c.recorded_at >= $recordedFrom)
  AND ($recordedBefore::timestamptz IS NULL OR c.recorded_at < $recordedBefore)
  AND ($fromId::uuid IS NULL OR c.id >= $fromId)
  AND ($beforeId::uuid IS NULL OR c.id < $beforeId)
ORDER BY c.id DESC
LIMIT $limit::integer`;

const LIST_PARAMETERS = {
  accountId: uuid(),
  countries: nullable(array(text<CountryCode>())),
  patientId: nullable(text()),
  consultedFrom: nullable(timestamp()),
  consultedBefore: nullable(timestamp()),
  recordedFrom: nullable(timestamp()),
  recordedBefore: nullable(timestamp()),
  fromId: nullable(uuid()),
  beforeId: nullable(uuid()),
  limit: integer(),
};

export const LIST_CONSULTATIONS = statement({
  name: 'list_consultations',
  text: buildListQuery(''),
  parameters: LIST_PARAMETERS,
  row: consultationDetails,
  plan: 'custom',
  connection: 'replica',
});

/** At most one row: the consultation that last claimed the external id of this account. */
export const LIST_CONSULTATIONS_BY_EXTERNAL_ID = statement({
  name: 'list_consultations_by_external_id',
  text: buildListQuery(`
JOIN consultation_claim k ON k.account_id = $accountId AND k.external_id = $externalId
  AND k.country = c.country AND k.consultation_id = c.id`),
  parameters: { ...LIST_PARAMETERS, externalId: text() },
  row: consultationDetails,
  plan: 'custom',
  connection: 'replica',
});
