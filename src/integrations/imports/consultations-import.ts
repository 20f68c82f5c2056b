import { z } from 'zod';
import {
  describeFullNames,
  recordStagedConsultations,
  restoreErasedIds,
  stagedConsultations,
  toConsultationRow,
} from '../../modules/consultations';
import { newPatientNumberSchema } from '../../shared/patient-number';
import { catalogueName } from '../../shared/text';
import type { ImportKind } from './import-kind';
import { formatByteaArray } from './staging/staging';
import { BATCH_TABLE, stagingStatements } from './staging/staging.sql';
import {
  EXTERNAL_ID_COLUMN,
  countryColumn,
  countryFieldSchema,
  lineExternalIdSchema,
  dateFieldSchema,
} from './values/line-fields';

const STAGED_CONSULTATIONS = stagedConsultations(BATCH_TABLE);
const STAGING = stagingStatements('consultations', [
  ['country', 'text'],
  ['key', 'text'],
  ['name', 'text'],
  ['patient_id', 'text'],
  ['consulted_at', 'timestamptz'],
  ['equal_digests', 'bytea[]'],
  ['earlier_digests', 'bytea[]'],
]);

/** The import of consultations, with the checks of `consultations.record`. */
export const consultationsImport: ImportKind = {
  name: 'consultations',
  columns: ({ country }) => [
    {
      field: 'patientId',
      isRequired: true,
      names: [
        'patient',
        'patient id',
        'id patient',
        'patient number',
        'numéro patient',
        'paciente',
        'id paciente',
      ],
    },
    {
      field: 'pathologyName',
      isRequired: true,
      names: [
        'pathology',
        'pathology name',
        'pathologie',
        'patologia',
        'diagnosis',
        'diagnostic',
        'diagnóstico',
      ],
    },
    {
      field: 'consultationDate',
      isRequired: true,
      names: [
        'date',
        'consultation date',
        'date of consultation',
        'date de consultation',
        'date consultation',
        'data',
        'data da consulta',
      ],
    },
    countryColumn(country === undefined),
    EXTERNAL_ID_COLUMN,
  ],
  schema: (rules) =>
    z
      .preprocess(
        withSentPatientId,
        z.object({
          patientId: newPatientNumberSchema,
          sentPatientId: z.string().trim().optional(),
          pathologyName: catalogueName(),
          consultationDate: dateFieldSchema(rules),
          country: countryFieldSchema(rules.country),
          externalId: lineExternalIdSchema,
        }),
      )
      .transform(({ externalId, ...consultation }) => {
        const row = toConsultationRow(consultation, { item: 0, externalId });
        const { country, key, name, patient_id, consulted_at, digest } = row;
        const equal = formatByteaArray(row.equal_digests);
        const earlier = formatByteaArray(row.earlier_digests);
        return {
          externalId,
          digest,
          values: [country, key, name, patient_id, consulted_at, equal, earlier],
        };
      }),
  staging: STAGING,
  unnamedReason: describeFullNames('pathologyName'),
  record: async (transaction, importedBy) => {
    await restoreErasedIds(transaction, STAGED_CONSULTATIONS, importedBy);
    return recordStagedConsultations(transaction, STAGED_CONSULTATIONS, importedBy.accountId);
  },
};

/** Adds the patient's number as the file has it: a line without an id is identified by it. */
function withSentPatientId(fields: unknown): unknown {
  const checked = z.looseObject({ patientId: z.string() }).safeParse(fields);
  return checked.success ? { ...checked.data, sentPatientId: checked.data.patientId } : fields;
}
