import { POPULATION_SOURCE } from '../../../modules/health';
import { findTranslation } from '../../../shared/catalogue-names/catalogue-names';
import type { Locale } from '../../../shared/locale';
import { getCountryName } from '../../../shared/country-name';
import type { ExportTable } from './export-table';
import { TABLE_TEXTS } from './tables.texts';

interface DescriptionOptions {
  /** Counts from 1 to less than it are suppressed; 0 suppresses nothing. */
  readonly threshold: number;
  /** Of the platform. */
  readonly origin: string;
}

/** The name and the text of each fact about an exported table. */
export type Description = readonly (readonly [name: string, text: string])[];

/** Describes a table in its language: what it is, of which period and country, from where and when. */
export function createDescription(
  table: ExportTable,
  { threshold, origin }: DescriptionOptions,
): Description {
  const { country, language } = table;
  const item = table.item === undefined ? undefined : translateItem(table.item, language);
  const texts = TABLE_TEXTS[language];
  const title = item === undefined ? texts[table.title] : `${texts[table.title]}: ${item}`;
  const [first = '', last = first] = table.periods;
  const period = first === last ? first : texts.range.replace('{first}', first).replace('{last}', last);
  const countryName = country === '*' ? texts.allCountries : getCountryName(country, language);
  const hasRates = table.columns.some(({ format }) => format === 'rate');
  return [
    [texts.title, `${title}, ${period}, ${countryName}`],
    ...(item === undefined ? [] : [[texts.pathologyOrMedication, item] as const]),
    [texts.period, period],
    [texts.country, country === '*' ? countryName : `${countryName} (${country})`],
    [texts.source, `Africa Health Platform, ${origin}`],
    ...(hasRates ? [[texts.population, POPULATION_SOURCE] as const] : []),
    [texts.exportedAt, new Date().toISOString()],
    [
      texts.smallNumbers,
      threshold === 0
        ? texts.notSuppressed
        : texts.suppressedUpTo.replace('{largest}', String(threshold - 1)),
    ],
  ];
}

function translateItem(item: string, language: Locale): string {
  const found =
    findTranslation('pathologies', item, language) ?? findTranslation('medications', item, language);
  return found?.name ?? item;
}
