import type { CountryScope } from '../../../shared/country';
import type { Locale } from '../../../shared/locale';
import type { StatisticsService } from '../../../modules/health';
import { COLUMNS } from './columns';
import { comparedCells } from './compared-cells';
import type { ExportTable, Value } from './export-table';
import { TABLE_TEXTS } from './tables.texts';
import type { Suppressor } from '../small-numbers/small-numbers.service';

type Summary = Awaited<ReturnType<StatisticsService['getSummary']>>;

interface SummaryOptions {
  readonly country: CountryScope;
  readonly language: Locale;
  readonly isSuppressing: boolean;
  /** For the period, the previous one and the one a year before, in this order; likewise for units. */
  readonly caseSuppressors: readonly Suppressor[];
  readonly unitSuppressors: readonly Suppressor[];
}

export function buildSummaryTable(
  summary: Summary,
  { caseSuppressors, unitSuppressors, ...options }: SummaryOptions,
): ExportTable {
  const common = { compared: summary, ...options };
  const texts = TABLE_TEXTS[options.language];
  const empty = new Array<null>(6).fill(null);
  const rows: [measure: string, ...numbers: Value[]][] = [
    [texts.cases, ...comparedCells(summary.cases, { ...common, suppressors: caseSuppressors })],
    [texts.unitsSold, ...comparedCells(summary.unitsSold, { ...common, suppressors: unitSuppressors })],
    [texts.pathologiesWithCases, summary.pathologies, ...empty],
    [texts.countriesWithCases, summary.countries, ...empty],
  ];
  return {
    name: 'summary',
    title: 'totals',
    periods: [summary.period],
    country: options.country,
    language: options.language,
    columns: COLUMNS.summary,
    rows: rows.map(([measure, ...numbers]) => [measure, summary.period, summary.until, ...numbers]),
  };
}
