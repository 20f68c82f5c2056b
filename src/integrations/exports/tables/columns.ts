import type { Column } from './export-table';

const PATHOLOGY: Column = { title: 'Pathology' };
const ICD10: Column = { title: 'ICD-10' };
const CASES: Column = { title: 'Cases' };
const UNITS_SOLD: Column = { title: 'Units sold' };
const COUNTRY: Column = { title: 'Country' };

/** The columns of each exported table, by the table's name. */
export const COLUMNS = {
  summary: [
    { title: 'Measure' },
    { title: 'Period' },
    { title: 'Counted until' },
    { title: 'Count' },
    { title: 'Previous period' },
    { title: 'Change on previous period', format: 'share' },
    { title: 'Year before' },
    { title: 'Change on year before', format: 'share' },
  ],
  pathologies: [PATHOLOGY, ICD10, CASES],
  medications: [{ title: 'Medication' }, { title: 'ATC' }, UNITS_SOLD],
  casesOfCountries: [COUNTRY, { title: 'Name' }, CASES],
  unitsOfCountries: [COUNTRY, { title: 'Name' }, UNITS_SOLD],
  trend: [{ title: 'Period' }, PATHOLOGY, CASES],
  alerts: [
    { title: 'Week' },
    COUNTRY,
    PATHOLOGY,
    ICD10,
    { title: 'Rule' },
    CASES,
    { title: 'Expected', format: 'decimal' },
    { title: 'Threshold', format: 'decimal' },
    { title: 'Since' },
    { title: 'Cases since then' },
    { title: 'Trend' },
    { title: 'Confidence' },
  ],
} satisfies Readonly<Record<string, readonly Column[]>>;
