import type { Season } from './calendar';
import type { Region } from './countries';
import type { Pattern, Timing } from './intensity';

const wet: Timing = { afterRains: 0.5, low: 0.35 };
const malarial: Timing = { afterRains: 1.5, low: 0.2 };
const cool: Timing = { season: { month: 1, width: 1.6 }, low: 0.4, reversedInTheSouth: true };
const drySahel: Timing = { season: { month: 3, width: 1.1 }, low: 0.08 };
const dusty: Timing = { season: { month: 2, width: 2 }, low: 0.6, reversedInTheSouth: true };
const hot: Timing = { season: { month: 4.5, width: 1.5 }, low: 0.4, reversedInTheSouth: true };

const outsideNorth = { north: 0 } as const;
const belt = { sahel: 12, west: 1.5, horn: 2, central: 1, east: 0.4, southern: 0.2, islands: 0.1 } as const;
const southernHiv = { southern: 4, east: 1.6, north: 0.05, sahel: 0.3, islands: 0.15, horn: 0.4 } as const;
const cities = { north: 1.8, southern: 1.5, sahel: 0.6, islands: 0.7 } as const;
const bilharzia = { north: 0.3, islands: 1.6, east: 1.3, horn: 0.6 } as const;

/** The pathologies of the invented figures, by their names in the catalogue. */
export const pathologies: readonly Pattern[] = [
  { ...of('Malaria', 170, malarial), yearly: 0.94, regions: outsideNorth, likeMalaria: true },
  { ...of('Severe malaria', 14, malarial), yearly: 0.9, regions: outsideNorth, likeMalaria: true },
  { ...of('Malaria in pregnancy', 4, malarial), yearly: 0.92, regions: outsideNorth, likeMalaria: true },
  of('Acute upper respiratory infection', 62, cool),
  of('Common cold', 30, cool),
  of('Influenza', 20, { season: { month: 1, width: 1 }, low: 0.12, reversedInTheSouth: true }),
  of('Pneumonia', 22, cool),
  of('Acute bronchiolitis', 8, cool),
  of('Acute tonsillitis', 10, dusty),
  { ...of('COVID-19', 7, cool), yearly: 0.6 },
  { ...of('Asthma', 11, dusty), yearly: 1.04, regions: cities },
  of('Diarrhoea and gastroenteritis', 42, wet),
  of('Rotaviral enteritis', 6, cool),
  { ...of('Cholera', 0.5, wet), regions: { north: 0, horn: 2, southern: 1.5 } },
  { ...of('Typhoid fever', 14, wet), regions: { north: 0.5, southern: 0.4 } },
  { ...of('Hepatitis A', 2, wet), regions: { north: 1.6 } },
  { ...of('Hepatitis E', 0.8, wet), regions: { horn: 2.5, sahel: 2, southern: 0.3 } },
  { ...of('Amoebiasis', 6, wet), regions: { southern: 0.5 } },
  { ...of('Intestinal helminthiasis', 14, wet), yearly: 0.92, regions: { north: 0.5 } },
  { ...of('Urinary schistosomiasis', 5, wet), yearly: 0.93, regions: bilharzia },
  { ...of('Intestinal schistosomiasis', 3, wet), yearly: 0.93, regions: bilharzia },
  { ...of('Meningococcal meningitis', 1.4, drySahel), regions: { ...belt, north: 0.1 } },
  { ...of('Pneumococcal meningitis', 0.8, drySahel), regions: { ...belt, north: 0.4 } },
  {
    ...of('Measles', 4, { season: { month: 3, width: 1.4 }, low: 0.15 }),
    regions: { north: 0.3, central: 2 },
  },
  of('Varicella', 5, { season: { month: 4, width: 2 }, low: 0.4, reversedInTheSouth: true }),
  of('Mumps', 1.5, cool),
  { ...of('Pertussis', 0.7, cool), yearly: 0.95 },
  {
    ...of('Dengue fever', 3, malarial),
    yearly: 1.25,
    regions: { east: 1.5, west: 1.5, southern: 0.2, north: 0.8 },
  },
  { ...of('Chikungunya', 0.7, malarial), regions: { east: 1.5, central: 1.5, north: 0 } },
  {
    ...of('Yellow fever', 0.2, malarial),
    regions: { north: 0, southern: 0, islands: 0, west: 2, central: 2 },
  },
  { ...of('Rift Valley fever', 0.15, malarial), regions: { east: 3, west: 0.2, central: 0.1 } },
  { ...of('Lassa fever', 0.25, { season: { month: 2, width: 1.2 }, low: 0.1 }), regions: onlyIn('west', 8) },
  { ...of('Plague', 0.5, { season: { month: 11, width: 1.3 }, low: 0.02 }), regions: onlyIn('islands', 6) },
  { ...of('Mpox', 0.4, 'flat'), yearly: 1.5, regions: { central: 8, east: 2, north: 0, islands: 0 } },
  { ...of('Pulmonary tuberculosis', 12, 'flat'), yearly: 0.95, regions: { southern: 2.2, north: 0.3 } },
  { ...of('HIV disease', 18, 'flat'), yearly: 0.97, regions: southernHiv },
  { ...of('Syphilis', 2, 'flat'), regions: { southern: 1.5, north: 0.2 } },
  { ...of('Gonorrhoea', 3, 'flat'), regions: { southern: 1.8, north: 0.2 } },
  { ...of('Hepatitis B', 4, 'flat'), regions: { west: 1.6, sahel: 1.6, north: 0.6 } },
  { ...of('Hepatitis C', 1, 'flat'), yearly: 0.85, regions: { north: 6 } },
  { ...of('Visceral leishmaniasis', 0.3, 'flat'), regions: onlyIn('horn', 12) },
  {
    ...of('Onchocerciasis', 0.8, 'flat'),
    yearly: 0.85,
    regions: { central: 3, north: 0, southern: 0, islands: 0 },
  },
  {
    ...of('Trachoma', 1.2, dusty),
    yearly: 0.85,
    regions: { horn: 6, sahel: 2, southern: 0.2, central: 0.3 },
  },
  { ...of('Scabies', 6, cool), regions: { north: 0.6 } },
  { ...of('Snake bite', 1.6, wet), regions: { sahel: 2, north: 0.3 } },
  { ...of('Conjunctivitis', 9, dusty), regions: { sahel: 1.4 } },
  of('Dermatophytosis', 8, hot),
  {
    ...of('Severe acute malnutrition', 5, { season: { month: 7.5, width: 1.5 }, low: 0.4 }),
    regions: { sahel: 3, horn: 2.5, north: 0.1, southern: 0.5 },
  },
  { ...of('Iron deficiency anaemia', 10, 'flat'), regions: { sahel: 1.3 } },
  {
    ...of('Sickle-cell crisis', 2.5, cool),
    regions: { west: 2, central: 2, southern: 0.2, horn: 0.1, north: 0.3 },
  },
  { ...of('Hypertension', 46, 'flat'), yearly: 1.06, regions: cities },
  { ...of('Type 2 diabetes mellitus', 22, 'flat'), yearly: 1.09, regions: { ...cities, north: 2.6 } },
  { ...of('Stroke', 2.5, 'flat'), yearly: 1.04, regions: cities },
  { ...of('Congestive heart failure', 3, 'flat'), yearly: 1.03, regions: cities },
  of('Peptic ulcer', 9, 'flat'),
  of('Low back pain', 14, 'flat'),
  of('Urinary tract infection', 18, hot),
  { ...of('Epilepsy', 5, 'flat'), regions: { central: 1.6 } },
  { ...of('Depression', 5, 'flat'), yearly: 1.1, regions: cities },
  of('Dental caries', 12, 'flat'),
  { ...of('Road traffic injury', 11, 'flat'), yearly: 1.03 },
  of('Burn', 4, cool),
  { ...of('Pre-eclampsia', 2.2, 'flat'), yearly: 1.01 },
  { ...of('Cancer of cervix uteri', 1.2, 'flat'), regions: { southern: 1.8, east: 1.5, north: 0.2 } },
  { ...of('Cancer of breast', 1.2, 'flat'), yearly: 1.05, regions: cities },
];

/** An epidemic: a country's cases of a pathology far above the usual, for some weeks of one year. */
export interface Outbreak {
  readonly pathology: string;
  readonly country: string;
  /** When it is at its height, and how long it lasts. */
  readonly season: Season;
  /** Which one: 0 is the latest such season. */
  readonly seasonsAgo: number;
  /** Cases at its height, in multiples of the usual. */
  readonly times: number;
}

export const outbreaks: readonly Outbreak[] = [
  { pathology: 'Cholera', country: 'MZ', season: { month: 3, width: 0.9 }, seasonsAgo: 0, times: 160 },
  { pathology: 'Cholera', country: 'ZM', season: { month: 1.5, width: 0.7 }, seasonsAgo: 1, times: 260 },
  { pathology: 'Cholera', country: 'NG', season: { month: 9, width: 0.9 }, seasonsAgo: 0, times: 70 },
  { pathology: 'Cholera', country: 'ET', season: { month: 9, width: 1.2 }, seasonsAgo: 1, times: 90 },
  { pathology: 'Cholera', country: 'CD', season: { month: 5, width: 1.2 }, seasonsAgo: 2, times: 110 },
  { pathology: 'Cholera', country: 'KE', season: { month: 5, width: 0.8 }, seasonsAgo: 1, times: 80 },
  {
    pathology: 'Meningococcal meningitis',
    country: 'NE',
    season: { month: 3.5, width: 0.6 },
    seasonsAgo: 1,
    times: 7,
  },
  { pathology: 'Measles', country: 'CD', season: { month: 4, width: 1.2 }, seasonsAgo: 1, times: 6 },
  { pathology: 'Measles', country: 'ET', season: { month: 3, width: 1.2 }, seasonsAgo: 0, times: 7 },
  { pathology: 'Dengue fever', country: 'BF', season: { month: 10.5, width: 0.8 }, seasonsAgo: 1, times: 16 },
  { pathology: 'Yellow fever', country: 'CM', season: { month: 10, width: 0.7 }, seasonsAgo: 2, times: 20 },
  {
    pathology: 'Rift Valley fever',
    country: 'KE',
    season: { month: 1, width: 0.6 },
    seasonsAgo: 1,
    times: 25,
  },
  { pathology: 'Mpox', country: 'CD', season: { month: 8, width: 1.2 }, seasonsAgo: 1, times: 5 },
];

function of(name: string, weight: number, timing: Timing): Pattern {
  return { name, weight, timing, yearly: 1, regions: {} };
}

function onlyIn(region: Region, factor = 1): Pattern['regions'] {
  const nowhere = { sahel: 0, west: 0, central: 0, east: 0, horn: 0, southern: 0, islands: 0, north: 0 };
  return { ...nowhere, [region]: factor };
}
