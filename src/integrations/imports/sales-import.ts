import { z } from 'zod';
import { catalogueName } from '../../shared/text';
import {
  atcCodeSchema,
  FULL_NAMES_REASON,
  recordStagedSales,
  stagedSales,
  toSaleRow,
  unitsSchema,
} from '../../modules/health';
import type { ImportKind } from './import-kind';
import { formatByteaArray } from './staging/staging';
import { BATCH_TABLE, stagingStatements } from './staging/staging.sql';
import {
  EXTERNAL_ID_COLUMN,
  countryColumn,
  countryFieldSchema,
  lineExternalIdSchema,
  dateFieldSchema,
  parsedCellSchema,
} from './values/line-fields';
import { parseWholeNumber } from './values/parse-number';

const STAGED_SALES = stagedSales(BATCH_TABLE);
const STAGING = stagingStatements('sales', [
  ['country', 'text'],
  ['key', 'text'],
  ['name', 'text'],
  ['atc_code', 'text'],
  ['units', 'integer'],
  ['sold_at', 'timestamptz'],
  ['earlier_digests', 'bytea[]'],
]);

/** The import of medication sales, with the checks of `health.recordMedicationSales`. */
export const salesImport: ImportKind = {
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
        medicationName: catalogueName(),
        atcCode: atcCodeSchema.optional(),
        country: countryFieldSchema(rules.country),
        soldAt: dateFieldSchema(rules),
        units: parsedCellSchema((cell) => parseWholeNumber(cell, rules.decimalMark)).pipe(unitsSchema),
        externalId: lineExternalIdSchema,
      })
      .transform(({ externalId, atcCode, ...sale }) => {
        const optional = {
          ...(atcCode !== undefined && { atcCode }),
          ...(externalId !== undefined && { externalId }),
        };
        const row = toSaleRow({ ...sale, ...optional }, 0);
        const { country, key, name, atc_code, units, sold_at, digest } = row;
        const earlier = formatByteaArray(row.earlier_digests);
        return { externalId, digest, values: [country, key, name, atc_code, units, sold_at, earlier] };
      }),
  staging: STAGING,
  unnamedReason: `medicationName: ${FULL_NAMES_REASON}`,
  record: async (transaction, { accountId }) => {
    const outcome = await recordStagedSales(transaction, STAGED_SALES, accountId);
    return { ...outcome, voided: 0 };
  },
};
