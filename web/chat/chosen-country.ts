import { AFRICAN_COUNTRIES } from '../shared/african-countries';
import { read, write } from './storage';

const COUNTRY = 'chat:country';

/** Where the reader is, as far as they have said it: in the settings or in an emergency. Is remembered on the device. */
export class ChosenCountry {
  private chosen = codeOf(read('localStorage', COUNTRY));
  private readonly listeners = new Set<() => void>();

  /** ISO 3166-1 alpha-2. */
  get code(): (typeof AFRICAN_COUNTRIES)[number] | undefined {
    return this.chosen;
  }

  /** @param value of a choice; empty where none is made */
  choose(value: string): void {
    this.chosen = codeOf(value);
    write('localStorage', COUNTRY, this.chosen);
    for (const listener of this.listeners) listener();
  }

  /** @param listener is called whenever another country was chosen, for as long as the page is open */
  watch(listener: () => void): void {
    this.listeners.add(listener);
  }
}

function codeOf(value: string | undefined): ChosenCountry['code'] {
  return AFRICAN_COUNTRIES.find((code) => code === value);
}
