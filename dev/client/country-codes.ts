import { getAlpha3Codes } from 'i18n-iso-countries';
import type { Plugin } from 'vite';

const NAME = 'i18n-iso-countries';

/**
 * Puts the codes themselves in place of the package that has them: of its megabyte, names in eighty languages, the
 * schemas need to know which codes there are.
 */
export function countryCodes(): Plugin {
  return {
    name: 'country-codes',
    enforce: 'pre',
    resolveId: { filter: { id: /^i18n-iso-countries$/ }, handler: () => `\0${NAME}` },
    load: { filter: { id: /^\0i18n-iso-countries$/ }, handler: () => moduleOf(getAlpha3Codes()) },
  };
}

/** The two functions that the schemas use; a third one is missed when the package is built. */
function moduleOf(alpha2ByAlpha3: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(alpha2ByAlpha3).map(([alpha3, alpha2]) => alpha3 + alpha2);
  return `
const alpha2ByAlpha3 = new Map('${pairs.join(' ')}'.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]));
const alpha2 = new Set(alpha2ByAlpha3.values());
export const alpha3ToAlpha2 = (code) => alpha2ByAlpha3.get(code);
export const isValid = (code) => alpha2.has(code);
`;
}
