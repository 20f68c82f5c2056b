import { z } from 'zod';
import { ConsultationBatchService, consultationRow } from '../../modules/consultations';
import { singleLine } from '../../shared/text';
import type { ImportKind } from './import-kind';
import {
  EXTERNAL_ID_COLUMN,
  countryColumn,
  countryField,
  lineExternalIdSchema,
  momentField,
} from './values/line-fields';

/** Consultations, checked field by field as `consultations.record` does. */
export function consultationsImport(): ImportKind {
  const consultations = new ConsultationBatchService();
  return {
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
        .object({
          patientId: singleLine(1, 64),
          pathologyName: singleLine(1, 200),
          consultationDate: momentField(rules),
          country: countryField(rules.country),
          externalId: lineExternalIdSchema,
        })
        .transform(({ externalId, ...consultation }) => {
          const { country, key, name, patient_id, consulted_at, digest } = consultationRow(consultation, {
            line: 0,
          });
          return { externalId, digest, values: [country, key, name, patient_id, consulted_at] };
        }),
    staged: [
      ['country', 'text'],
      ['key', 'text'],
      ['name', 'text'],
      ['patient_id', 'text'],
      ['consulted_at', 'timestamptz'],
    ],
    record: (manager, relation, accountId) =>
      consultations.recordFrom(manager, { relation, values: [] }, accountId),
  };
}
