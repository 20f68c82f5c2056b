/** The 54 members of the United Nations in Africa, ISO 3166-1 alpha-2. */
// oxfmt-ignore
export const AFRICAN_COUNTRIES = [
  'AO', 'BF', 'BI', 'BJ', 'BW', 'CD', 'CF', 'CG', 'CI', 'CM', 'CV', 'DJ', 'DZ', 'EG', 'ER', 'ET', 'GA', 'GH',
  'GM', 'GN', 'GQ', 'GW', 'KE', 'KM', 'LR', 'LS', 'LY', 'MA', 'MG', 'ML', 'MR', 'MU', 'MW', 'MZ', 'NA', 'NE',
  'NG', 'RW', 'SC', 'SD', 'SL', 'SN', 'SO', 'SS', 'ST', 'SZ', 'TD', 'TG', 'TN', 'TZ', 'UG', 'ZA', 'ZM', 'ZW',
] as const;

/** The codes on the map: the countries, and Western Sahara, a non-self-governing territory for the United Nations. */
export const MAPPED_CODES = [...AFRICAN_COUNTRIES, 'EH'] as const;

export type MappedCode = (typeof MAPPED_CODES)[number];

/** Countries too small to be visible on the map, which have a symbol. */
export const ISLAND_STATES: readonly MappedCode[] = ['CV', 'KM', 'MU', 'SC', 'ST'];
