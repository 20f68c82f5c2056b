import { getAlpha3Codes } from 'i18n-iso-countries';
import type { Plugin } from 'vite';

const NAME = 'i18n-iso-countries';

/**
 * Replaces the package i18n-iso-countries by a list of country codes. The package has a megabyte of names in 80 languages,
 * and the schemas need only the codes.
 */
export function countryCodesPlugin(): Plugin {
  return {
    name: 'country-codes',
    enforce: 'pre',
    resolveId: { filter: { id: /^i18n-iso-countries(\/index\.js)?$/ }, handler: () => `\0${NAME}` },
    load: { filter: { id: /^\0i18n-iso-countries$/ }, handler: () => createModule(getAlpha3Codes()) },
  };
}

/** Returns a module with the functions that the schemas use. The build fails if they use another one. */
function createModule(alpha2ByAlpha3: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(alpha2ByAlpha3).map(([alpha3, alpha2]) => alpha3 + alpha2);
  return `
const alpha2ByAlpha3 = new Map('${pairs.join(' ')}'.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]));
const alpha2 = new Set(alpha2ByAlpha3.values());
export const alpha3ToAlpha2 = (code) => alpha2ByAlpha3.get(code);
export const isValid = (code) => alpha2.has(code);
`;
}
