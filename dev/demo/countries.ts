import { parseCountry, type CountryCode } from '../../src/shared/country';

/** Regions of Africa with different climates and diseases. */
export type Region = 'sahel' | 'west' | 'central' | 'east' | 'horn' | 'southern' | 'islands' | 'north';

/** A country of the synthetic data. */
export interface DemoCountry {
  readonly code: CountryCode;
  readonly region: Region;
  /** Weight of its consultations and sales, relative to the other countries. */
  readonly share: number;
  /** Months with the most rain: 1 is the middle of January, 12.5 the end of December. */
  readonly rainyMonths: readonly number[];
  readonly utcOffsetHours: number;
  /** Malaria cases, relative to a country with medium transmission. */
  readonly malaria: number;
}

const SOUTHERN_RAINY_MONTHS = [1];

/** The shares follow the populations; small countries have more, so that their statistics are not empty. */
export const countries: readonly DemoCountry[] = [
  country('NG', 'west', { share: 14, rainyMonths: [6, 9], utcOffsetHours: 1, malaria: 1.3 }),
  country('GH', 'west', { share: 6, rainyMonths: [6, 10], utcOffsetHours: 0, malaria: 1 }),
  country('CI', 'west', { share: 6, rainyMonths: [6, 10], utcOffsetHours: 0, malaria: 1.1 }),
  country('SN', 'sahel', { share: 4, rainyMonths: [8.5], utcOffsetHours: 0, malaria: 0.5 }),
  country('ML', 'sahel', { share: 4, rainyMonths: [8], utcOffsetHours: 0, malaria: 1.3 }),
  country('BF', 'sahel', { share: 4, rainyMonths: [8], utcOffsetHours: 0, malaria: 1.5 }),
  country('NE', 'sahel', { share: 4, rainyMonths: [8], utcOffsetHours: 1, malaria: 1.2 }),
  country('CM', 'central', { share: 5, rainyMonths: [5, 9.5], utcOffsetHours: 1, malaria: 1 }),
  country('CD', 'central', { share: 9, rainyMonths: [4, 11], utcOffsetHours: 1, malaria: 1.4 }),
  country('KE', 'east', { share: 8, rainyMonths: [4, 11], utcOffsetHours: 3, malaria: 0.6 }),
  country('UG', 'east', { share: 6, rainyMonths: [4, 10.5], utcOffsetHours: 3, malaria: 1.2 }),
  country('TZ', 'east', { share: 7, rainyMonths: [4, 12], utcOffsetHours: 3, malaria: 0.8 }),
  country('ET', 'horn', { share: 8, rainyMonths: [8], utcOffsetHours: 3, malaria: 0.4 }),
  country('MZ', 'southern', {
    share: 5,
    rainyMonths: SOUTHERN_RAINY_MONTHS,
    utcOffsetHours: 2,
    malaria: 1.2,
  }),
  country('ZM', 'southern', {
    share: 4,
    rainyMonths: SOUTHERN_RAINY_MONTHS,
    utcOffsetHours: 2,
    malaria: 0.9,
  }),
  country('ZA', 'southern', {
    share: 8,
    rainyMonths: SOUTHERN_RAINY_MONTHS,
    utcOffsetHours: 2,
    malaria: 0.03,
  }),
  country('MG', 'islands', { share: 4, rainyMonths: [1.5], utcOffsetHours: 3, malaria: 0.8 }),
  country('EG', 'north', { share: 7, rainyMonths: [12.5], utcOffsetHours: 2, malaria: 0 }),
];

function country(text: string, region: Region, rest: Omit<DemoCountry, 'code' | 'region'>): DemoCountry {
  const code = parseCountry(text);
  if (code === undefined) throw new Error(`${text} is no country`);
  return { code, region, ...rest };
}
