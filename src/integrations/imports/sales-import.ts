import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { singleLine } from '../../shared/text';
import { MedicationSalesService, atcCodeSchema, saleRow, unitsSchema } from '../../modules/health';
import type { ImportKind } from './import-kind';
import {
  EXTERNAL_ID_COLUMN,
  countryColumn,
  countryField,
  lineExternalIdSchema,
  momentField,
  written,
} from './values/line-fields';
import { readWhole } from './values/written-number';

/** Sales of medications, checked field by field as `health.recordMedicationSales` does. */
export function salesImport(dataSource: DataSource): ImportKind {
  const sales = new MedicationSalesService(dataSource);
  return {
    name: 'sales',
    columns: ({ country }) => [
      {
        field: 'medicationName',
        isRequired: true,
        names: [
          'medication',
          'medication name',
          'médicament',
          'nom du médicament',
          'medicamento',
          'nome do medicamento',
        ],
      },
      { field: 'atcCode', isRequired: false, names: ['ATC', 'code ATC', 'código ATC'] },
      countryColumn(country === undefined),
      {
        field: 'soldAt',
        isRequired: true,
        names: ['date', 'sold at', 'date of sale', 'sale date', 'date de vente', 'data', 'data da venda'],
      },
      {
        field: 'units',
        isRequired: true,
        names: ['quantity', 'unités', 'quantité', 'unidades', 'quantidade'],
      },
      EXTERNAL_ID_COLUMN,
    ],
    schema: (rules) =>
      z
        .object({
          medicationName: singleLine(1, 200),
          atcCode: atcCodeSchema.optional(),
          country: countryField(rules.country),
          soldAt: momentField(rules),
          units: written((cell) => readWhole(cell, rules.decimalMark)).pipe(unitsSchema),
          externalId: lineExternalIdSchema,
        })
        .transform(({ externalId, atcCode, ...sale }) => {
          const optional = {
            ...(atcCode !== undefined && { atcCode }),
            ...(externalId !== undefined && { externalId }),
          };
          const { country, key, name, atc_code, units, sold_at, digest } = saleRow(
            { ...sale, ...optional },
            0,
          );
          return { externalId, digest, values: [country, key, name, atc_code, units, sold_at] };
        }),
    staged: [
      ['country', 'text'],
      ['key', 'text'],
      ['name', 'text'],
      ['atc_code', 'text'],
      ['units', 'integer'],
      ['sold_at', 'timestamptz'],
    ],
    record: async (manager, relation, accountId) => {
      const outcome = await sales.recordFrom(manager, { relation, values: [] }, accountId);
      return { ...outcome, voided: 0 };
    },
  };
}
