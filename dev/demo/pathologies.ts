import type { Season } from './calendar';
import type { Region } from './countries';
import type { Pattern, Timing } from './intensity';

const wet: Timing = { afterRains: 0.5, low: 0.35 };
const afterRain: Timing = { afterRains: 1.5, low: 0.2 };
const cool: Timing = { season: { month: 1, width: 1.6 }, low: 0.4, reversedInSouth: true };
const drySahel: Timing = { season: { month: 3, width: 1.1 }, low: 0.08 };
const dusty: Timing = { season: { month: 2, width: 2 }, low: 0.6, reversedInSouth: true };
const hot: Timing = { season: { month: 4.5, width: 1.5 }, low: 0.4, reversedInSouth: true };

const meningitis = {
  sahel: 12,
  west: 1.5,
  horn: 2,
  central: 1,
  east: 0.4,
  southern: 0.2,
  islands: 0.1,
} as const;
const southernHiv = { southern: 4, east: 1.6, north: 0.05, sahel: 0.3, islands: 0.15, horn: 0.4 } as const;
const cities = { north: 1.8, southern: 1.5, sahel: 0.6, islands: 0.7 } as const;
const bilharzia = { north: 0.3, islands: 1.6, east: 1.3, horn: 0.6 } as const;

/** The pathologies of the synthetic data, with their names in the catalogue. */
export const pathologies: readonly Pattern[] = [
  malaria('Malaria', 170, 0.94),
  malaria('Severe malaria', 14, 0.9),
  malaria('Malaria in pregnancy', 4, 0.92),
  pattern('Acute upper respiratory infection', 62, { timing: cool }),
  pattern('Common cold', 30, { timing: cool }),
  pattern('Influenza', 20, { timing: { season: { month: 1, width: 1 }, low: 0.12, reversedInSouth: true } }),
  pattern('Pneumonia', 22, { timing: cool }),
  pattern('Acute bronchiolitis', 8, { timing: cool }),
  pattern('Acute tonsillitis', 10, { timing: dusty }),
  pattern('COVID-19', 7, { timing: cool, growth: 0.6 }),
  pattern('Asthma', 11, { timing: dusty, growth: 1.04, regions: cities }),
  pattern('Diarrhoea and gastroenteritis', 42, { timing: wet }),
  pattern('Rotaviral enteritis', 6, { timing: cool }),
  pattern('Cholera', 0.5, { timing: wet, regions: { north: 0, horn: 2, southern: 1.5 } }),
  pattern('Typhoid fever', 14, { timing: wet, regions: { north: 0.5, southern: 0.4 } }),
  pattern('Hepatitis A', 2, { timing: wet, regions: { north: 1.6 } }),
  pattern('Hepatitis E', 0.8, { timing: wet, regions: { horn: 2.5, sahel: 2, southern: 0.3 } }),
  pattern('Amoebiasis', 6, { timing: wet, regions: { southern: 0.5 } }),
  pattern('Intestinal helminthiasis', 14, { timing: wet, growth: 0.92, regions: { north: 0.5 } }),
  pattern('Urinary schistosomiasis', 5, { timing: wet, growth: 0.93, regions: bilharzia }),
  pattern('Intestinal schistosomiasis', 3, { timing: wet, growth: 0.93, regions: bilharzia }),
  pattern('Meningococcal meningitis', 1.4, { timing: drySahel, regions: { ...meningitis, north: 0.1 } }),
  pattern('Pneumococcal meningitis', 0.8, { timing: drySahel, regions: { ...meningitis, north: 0.4 } }),
  pattern('Measles', 4, {
    timing: { season: { month: 3, width: 1.4 }, low: 0.15 },
    regions: { north: 0.3, central: 2 },
  }),
  pattern('Varicella', 5, { timing: { season: { month: 4, width: 2 }, low: 0.4, reversedInSouth: true } }),
  pattern('Mumps', 1.5, { timing: cool }),
  pattern('Pertussis', 0.7, { timing: cool, growth: 0.95 }),
  pattern('Dengue fever', 3, {
    timing: afterRain,
    growth: 1.25,
    regions: { east: 1.5, west: 1.5, southern: 0.2, north: 0.8 },
  }),
  pattern('Chikungunya', 0.7, { timing: afterRain, regions: { east: 1.5, central: 1.5, north: 0 } }),
  pattern('Yellow fever', 0.2, {
    timing: afterRain,
    regions: { north: 0, southern: 0, islands: 0, west: 2, central: 2 },
  }),
  pattern('Rift Valley fever', 0.15, { timing: afterRain, regions: { east: 3, west: 0.2, central: 0.1 } }),
  pattern('Lassa fever', 0.25, {
    timing: { season: { month: 2, width: 1.2 }, low: 0.1 },
    regions: onlyIn('west', 8),
  }),
  pattern('Plague', 0.5, {
    timing: { season: { month: 11, width: 1.3 }, low: 0.02 },
    regions: onlyIn('islands', 6),
  }),
  pattern('Mpox', 0.4, { growth: 1.5, regions: { central: 8, east: 2, north: 0, islands: 0 } }),
  pattern('Pulmonary tuberculosis', 12, { growth: 0.95, regions: { southern: 2.2, north: 0.3 } }),
  pattern('HIV disease', 18, { growth: 0.97, regions: southernHiv }),
  pattern('Syphilis', 2, { regions: { southern: 1.5, north: 0.2 } }),
  pattern('Gonorrhoea', 3, { regions: { southern: 1.8, north: 0.2 } }),
  pattern('Hepatitis B', 4, { regions: { west: 1.6, sahel: 1.6, north: 0.6 } }),
  pattern('Hepatitis C', 1, { growth: 0.85, regions: { north: 6 } }),
  pattern('Visceral leishmaniasis', 0.3, { regions: onlyIn('horn', 12) }),
  pattern('Onchocerciasis', 0.8, {
    growth: 0.85,
    regions: { central: 3, north: 0, southern: 0, islands: 0 },
  }),
  pattern('Trachoma', 1.2, {
    timing: dusty,
    growth: 0.85,
    regions: { horn: 6, sahel: 2, southern: 0.2, central: 0.3 },
  }),
  pattern('Scabies', 6, { timing: cool, regions: { north: 0.6 } }),
  pattern('Snake bite', 1.6, { timing: wet, regions: { sahel: 2, north: 0.3 } }),
  pattern('Conjunctivitis', 9, { timing: dusty, regions: { sahel: 1.4 } }),
  pattern('Dermatophytosis', 8, { timing: hot }),
  pattern('Severe acute malnutrition', 5, {
    timing: { season: { month: 7.5, width: 1.5 }, low: 0.4 },
    regions: { sahel: 3, horn: 2.5, north: 0.1, southern: 0.5 },
  }),
  pattern('Iron deficiency anaemia', 10, { regions: { sahel: 1.3 } }),
  pattern('Sickle-cell crisis', 2.5, {
    timing: cool,
    regions: { west: 2, central: 2, southern: 0.2, horn: 0.1, north: 0.3 },
  }),
  pattern('Hypertension', 46, { growth: 1.06, regions: cities }),
  pattern('Type 2 diabetes mellitus', 22, { growth: 1.09, regions: { ...cities, north: 2.6 } }),
  pattern('Stroke', 2.5, { growth: 1.04, regions: cities }),
  pattern('Congestive heart failure', 3, { growth: 1.03, regions: cities }),
  pattern('Peptic ulcer', 9),
  pattern('Low back pain', 14),
  pattern('Urinary tract infection', 18, { timing: hot }),
  pattern('Epilepsy', 5, { regions: { central: 1.6 } }),
  pattern('Depression', 5, { growth: 1.1, regions: cities }),
  pattern('Dental caries', 12),
  pattern('Road traffic injury', 11, { growth: 1.03 }),
  pattern('Burn', 4, { timing: cool }),
  pattern('Pre-eclampsia', 2.2, { growth: 1.01 }),
  pattern('Cancer of cervix uteri', 1.2, { regions: { southern: 1.8, east: 1.5, north: 0.2 } }),
  pattern('Cancer of breast', 1.2, { growth: 1.05, regions: cities }),
];

/** An epidemic: many more cases of a pathology in one country, for some weeks of one year. */
export interface Outbreak {
  readonly pathology: string;
  readonly country: string;
  readonly season: Season;
  /** Which year's season: 0 is the latest. */
  readonly seasonsAgo: number;
  /** Extra cases at the peak, as a multiple of the usual number. */
  readonly factor: number;
}

export const outbreaks: readonly Outbreak[] = [
  { pathology: 'Cholera', country: 'MZ', season: { month: 3, width: 0.9 }, seasonsAgo: 0, factor: 160 },
  { pathology: 'Cholera', country: 'ZM', season: { month: 1.5, width: 0.7 }, seasonsAgo: 1, factor: 260 },
  { pathology: 'Cholera', country: 'NG', season: { month: 9, width: 0.9 }, seasonsAgo: 0, factor: 70 },
  { pathology: 'Cholera', country: 'ET', season: { month: 9, width: 1.2 }, seasonsAgo: 1, factor: 90 },
  { pathology: 'Cholera', country: 'CD', season: { month: 5, width: 1.2 }, seasonsAgo: 2, factor: 110 },
  { pathology: 'Cholera', country: 'KE', season: { month: 5, width: 0.8 }, seasonsAgo: 1, factor: 80 },
  {
    pathology: 'Meningococcal meningitis',
    country: 'NE',
    season: { month: 3.5, width: 0.6 },
    seasonsAgo: 1,
    factor: 7,
  },
  { pathology: 'Measles', country: 'CD', season: { month: 4, width: 1.2 }, seasonsAgo: 1, factor: 6 },
  { pathology: 'Measles', country: 'ET', season: { month: 3, width: 1.2 }, seasonsAgo: 0, factor: 7 },
  {
    pathology: 'Dengue fever',
    country: 'BF',
    season: { month: 10.5, width: 0.8 },
    seasonsAgo: 1,
    factor: 16,
  },
  { pathology: 'Yellow fever', country: 'CM', season: { month: 10, width: 0.7 }, seasonsAgo: 2, factor: 20 },
  {
    pathology: 'Rift Valley fever',
    country: 'KE',
    season: { month: 1, width: 0.6 },
    seasonsAgo: 1,
    factor: 25,
  },
  { pathology: 'Mpox', country: 'CD', season: { month: 8, width: 1.2 }, seasonsAgo: 1, factor: 5 },
];

function malaria(name: string, weight: number, growth: number): Pattern {
  return pattern(name, weight, { timing: afterRain, growth, regions: { north: 0 }, followsMalaria: true });
}

function pattern(name: string, weight: number, rest: Partial<Pattern> = {}): Pattern {
  return { timing: 'flat', growth: 1, regions: {}, ...rest, name, weight };
}

function onlyIn(region: Region, factor = 1): Pattern['regions'] {
  const noRegion = { sahel: 0, west: 0, central: 0, east: 0, horn: 0, southern: 0, islands: 0, north: 0 };
  return { ...noRegion, [region]: factor };
}
