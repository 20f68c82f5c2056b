import { AFRICAN_COUNTRIES } from '../../shared/african-countries';
import { readStorage, writeStorage } from './browser-storage';

const COUNTRY = 'chat:country';

/** The user's country, selected in the settings or in an emergency. Stored on the device. */
export class SelectedCountry {
  private selected = toCountryCode(readStorage('localStorage', COUNTRY));
  private readonly listeners = new Set<() => void>();

  /** ISO 3166-1 alpha-2. */
  get code(): (typeof AFRICAN_COUNTRIES)[number] | undefined {
    return this.selected;
  }

  /** @param value of the select element; empty for no country */
  select(value: string): void {
    this.selected = toCountryCode(value);
    writeStorage('localStorage', COUNTRY, this.selected);
    for (const listener of this.listeners) listener();
  }

  /** @param listener called after every change until the page is closed */
  subscribe(listener: () => void): void {
    this.listeners.add(listener);
  }
}

function toCountryCode(value: string | undefined): SelectedCountry['code'] {
  return AFRICAN_COUNTRIES.find((code) => code === value);
}
