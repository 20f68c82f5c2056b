import { type Signal, effect, signal } from '@preact/signals';
import { AFRICAN_COUNTRIES } from '../../shared/african-countries';
import { readStorage, writeStorage } from './browser-storage';

/** ISO 3166-1 alpha-2. */
export type CountryCode = (typeof AFRICAN_COUNTRIES)[number];

const COUNTRY = 'chat:country';

/** Returns the user's country. Changes are stored on the device. */
export function storedCountry(): Signal<CountryCode | undefined> {
  const stored = readStorage('localStorage', COUNTRY);
  const country = signal(AFRICAN_COUNTRIES.find((code) => code === stored));
  effect(() => {
    writeStorage('localStorage', COUNTRY, country.value);
  });
  return country;
}
