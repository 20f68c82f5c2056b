import type { AFRICAN_COUNTRIES } from '../../shared/african-countries';

/** ISO 3166-1 alpha-2. */
export type CountryCode = (typeof AFRICAN_COUNTRIES)[number];

/** The cities that time zones are named after in the IANA database, and in older browsers. */
const CITIES: Readonly<Record<CountryCode, string>> = {
  AO: 'Luanda',
  BF: 'Ouagadougou',
  BI: 'Bujumbura',
  BJ: 'Porto-Novo',
  BW: 'Gaborone',
  CD: 'Kinshasa Lubumbashi',
  CF: 'Bangui',
  CG: 'Brazzaville',
  CI: 'Abidjan',
  CM: 'Douala',
  CV: 'Cape_Verde',
  DJ: 'Djibouti',
  DZ: 'Algiers',
  EG: 'Cairo',
  ER: 'Asmara Asmera',
  ET: 'Addis_Ababa',
  GA: 'Libreville',
  GH: 'Accra',
  GM: 'Banjul',
  GN: 'Conakry',
  GQ: 'Malabo',
  GW: 'Bissau',
  KE: 'Nairobi',
  KM: 'Comoro',
  LR: 'Monrovia',
  LS: 'Maseru',
  LY: 'Tripoli',
  MA: 'Casablanca',
  MG: 'Antananarivo',
  ML: 'Bamako',
  MR: 'Nouakchott',
  MU: 'Mauritius',
  MW: 'Blantyre',
  MZ: 'Maputo',
  NA: 'Windhoek',
  NE: 'Niamey',
  NG: 'Lagos',
  RW: 'Kigali',
  SC: 'Mahe',
  SD: 'Khartoum',
  SL: 'Freetown',
  SN: 'Dakar',
  SO: 'Mogadishu',
  SS: 'Juba',
  ST: 'Sao_Tome',
  SZ: 'Mbabane',
  TD: 'Ndjamena',
  TG: 'Lome',
  TN: 'Tunis',
  TZ: 'Dar_es_Salaam',
  UG: 'Kampala',
  ZA: 'Johannesburg',
  ZM: 'Lusaka',
  ZW: 'Harare',
};

/** What Windows calls the time of several countries: it says nothing about the country there. */
const WINDOWS_ZONES = ['Nairobi', 'Lagos', 'Johannesburg'];

interface BrowserRegion {
  /** An IANA name. */
  readonly timeZone: string;
  /** BCP 47 tags. */
  readonly languages: readonly string[];
  readonly userAgent: string;
}

/**
 * Returns the country that the time zone and the regions of the languages (`en-KE`) agree on. Returns undefined if they do not:
 * the numbers of a wrong country cost more than a question.
 */
export function browserCountry({ timeZone, languages, userAgent }: BrowserRegion): CountryCode | undefined {
  const codes = Object.keys(CITIES).filter((code): code is CountryCode => code in CITIES);
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1);
  const isShared = WINDOWS_ZONES.includes(city) && userAgent.includes('Windows');
  const here = codes.find((code) => CITIES[code].split(' ').includes(city));
  const isElsewhere = here === undefined && !['UTC', 'GMT'].includes(city);
  // Some browsers have what is no BCP 47 tag, which `Intl.Locale` refuses.
  const regions = languages.map((language) => /[-_]([A-Z]{2})\b/.exec(language)?.[1]);
  const found = codes.filter((code) => regions.includes(code) || (code === here && !isShared));
  return isElsewhere || found.length > 1 ? undefined : found[0];
}
