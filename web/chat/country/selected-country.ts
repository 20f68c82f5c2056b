import { type ReadonlySignal, type Signal, effect, signal } from '@preact/signals';
import { AFRICAN_COUNTRIES } from '../../shared/african-countries';
import { readStorage, writeStorage } from '../storage/browser-storage';
import { type CountryCode, browserCountry } from './browser-country';

const COUNTRY = 'chat:country';

export interface SelectedCountry {
  /** The user's country: as chosen, else as the browser says. */
  readonly country: Signal<CountryCode | undefined>;
  /** Undefined until the user has chosen it. Stored on the device. */
  readonly chosenCountry: ReadonlySignal<CountryCode | undefined>;
}

export function selectCountry(): SelectedCountry {
  const stored = readStorage('localStorage', COUNTRY);
  const chosenCountry = signal(AFRICAN_COUNTRIES.find((code) => code === stored));
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const assumed =
    chosenCountry.value ??
    browserCountry({ timeZone, languages: navigator.languages, userAgent: navigator.userAgent });
  const country = signal(assumed);
  effect(() => {
    const { value } = country;
    if (value === assumed && chosenCountry.peek() === undefined) return;
    chosenCountry.value = value;
    writeStorage('localStorage', COUNTRY, value);
  });
  return { country, chosenCountry };
}
