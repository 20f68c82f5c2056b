import type { CountryCode } from '../../../shared/country';
import type { NamedPathology } from './pathology-catalogue.sql';

/** A name in a country. */
export interface NameOfCountry {
  readonly country: CountryCode;
  /** `nameKey` of the name, or of the code of a pathology that the catalogue does not have. */
  readonly key: string;
}

const CATALOGUE = '*';

/** The pathologies of names that were looked up. */
export class NamedPathologies {
  private readonly byName: ReadonlyMap<string, NamedPathology>;

  constructor(found: readonly (NamedPathology & { readonly searched: string })[]) {
    this.byName = new Map(found.map((each) => [`${each.scope} ${each.searched}`, each]));
  }

  /** Returns the pathology that a name means in the catalogue, else in the country. */
  find({ country, key }: NameOfCountry): NamedPathology | undefined {
    return this.byName.get(`${CATALOGUE} ${key}`) ?? this.byName.get(`${country} ${key}`);
  }
}

export function isInCatalogue({ scope }: NamedPathology): boolean {
  return scope === CATALOGUE;
}
