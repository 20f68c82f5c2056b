import type { Column } from './export-table';

const PATHOLOGY: Column = { title: 'pathology' };
const ICD10: Column = { title: 'icd10' };
const CASES: Column = { title: 'cases' };
const UNITS_SOLD: Column = { title: 'unitsSold' };
const COUNTRY: Column = { title: 'country' };
const NAME: Column = { title: 'name' };
const PERIOD: Column = { title: 'period' };

/** Columns of `rateCells`. */
const RATE = (title: Column['title']): Column[] => [
  { title, format: 'rate' },
  { title: 'populationYear', format: 'year' },
];

/** Columns of a count that is compared with earlier periods. */
const COMPARISON: Column[] = [
  { title: 'previousPeriod' },
  { title: 'changeOnPreviousPeriod', format: 'share' },
  { title: 'yearBefore' },
  { title: 'changeOnYearBefore', format: 'share' },
];

/** The columns of each exported table, by the table's name. */
export const COLUMNS = {
  summary: [
    { title: 'measure' },
    PERIOD,
    { title: 'countedUntil' },
    { title: 'count' },
    ...COMPARISON,
    ...RATE('countPer100000'),
  ],
  pathologies: [PATHOLOGY, ICD10, CASES, ...RATE('casesPer100000')],
  comparison: [PATHOLOGY, ICD10, CASES, ...COMPARISON, ...RATE('casesPer100000')],
  medications: [{ title: 'medication' }, { title: 'atc' }, UNITS_SOLD],
  casesOfCountries: [COUNTRY, NAME, CASES, ...RATE('casesPer100000')],
  unitsOfCountries: [COUNTRY, NAME, UNITS_SOLD, ...RATE('unitsPer100000')],
  trend: [PERIOD, PATHOLOGY, CASES, ...RATE('casesPer100000')],
  countryTrend: [PERIOD, COUNTRY, NAME, CASES, ...RATE('casesPer100000')],
  alerts: [
    { title: 'week' },
    COUNTRY,
    PATHOLOGY,
    ICD10,
    { title: 'rule' },
    CASES,
    { title: 'expected', format: 'decimal' },
    { title: 'threshold', format: 'decimal' },
    { title: 'since' },
    { title: 'casesSinceThen' },
    { title: 'trend' },
    { title: 'confidence' },
  ],
} satisfies Readonly<Record<string, readonly Column[]>>;
