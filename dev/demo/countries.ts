import { parseCountry, type CountryCode } from '../../src/shared/country';

/** Parts of Africa that differ in climate and in what people fall ill with. */
export type Region = 'sahel' | 'west' | 'central' | 'east' | 'horn' | 'southern' | 'islands' | 'north';

/** A country of the invented figures. */
export interface DemoCountry {
  readonly code: CountryCode;
  readonly region: Region;
  /** Its part of all consultations, in relation to the others'. */
  readonly share: number;
  /** Months at the height of its rains. */
  readonly rains: readonly number[];
  /** Hours ahead of UTC. */
  readonly hoursAhead: number;
  /** Malaria, in relation to a country of middling transmission. */
  readonly malaria: number;
}

const south = [1];

/** The countries: shares roughly as their populations, evened out so that small ones have figures to show. */
export const countries: readonly DemoCountry[] = [
  country('NG', 'west', { share: 14, rains: [6, 9], hoursAhead: 1, malaria: 1.3 }),
  country('GH', 'west', { share: 6, rains: [6, 10], hoursAhead: 0, malaria: 1 }),
  country('CI', 'west', { share: 6, rains: [6, 10], hoursAhead: 0, malaria: 1.1 }),
  country('SN', 'sahel', { share: 4, rains: [8.5], hoursAhead: 0, malaria: 0.5 }),
  country('ML', 'sahel', { share: 4, rains: [8], hoursAhead: 0, malaria: 1.3 }),
  country('BF', 'sahel', { share: 4, rains: [8], hoursAhead: 0, malaria: 1.5 }),
  country('NE', 'sahel', { share: 4, rains: [8], hoursAhead: 1, malaria: 1.2 }),
  country('CM', 'central', { share: 5, rains: [5, 9.5], hoursAhead: 1, malaria: 1 }),
  country('CD', 'central', { share: 9, rains: [4, 11], hoursAhead: 1, malaria: 1.4 }),
  country('KE', 'east', { share: 8, rains: [4, 11], hoursAhead: 3, malaria: 0.6 }),
  country('UG', 'east', { share: 6, rains: [4, 10.5], hoursAhead: 3, malaria: 1.2 }),
  country('TZ', 'east', { share: 7, rains: [4, 12], hoursAhead: 3, malaria: 0.8 }),
  country('ET', 'horn', { share: 8, rains: [8], hoursAhead: 3, malaria: 0.4 }),
  country('MZ', 'southern', { share: 5, rains: south, hoursAhead: 2, malaria: 1.2 }),
  country('ZM', 'southern', { share: 4, rains: south, hoursAhead: 2, malaria: 0.9 }),
  country('ZA', 'southern', { share: 8, rains: south, hoursAhead: 2, malaria: 0.03 }),
  country('MG', 'islands', { share: 4, rains: [1.5], hoursAhead: 3, malaria: 0.8 }),
  country('EG', 'north', { share: 7, rains: [12.5], hoursAhead: 2, malaria: 0 }),
];

function country(text: string, region: Region, rest: Omit<DemoCountry, 'code' | 'region'>): DemoCountry {
  const code = parseCountry(text);
  if (code === undefined) throw new Error(`${text} is no country`);
  return { code, region, ...rest };
}
