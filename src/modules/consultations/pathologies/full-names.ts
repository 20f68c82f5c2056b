import { MAX_OWN_NAMES } from '../../../shared/own-names';

/** Returns the reason for which a consultation with a new name or code of a pathology is refused. */
export function describeFullNames(field: 'pathologyName' | 'pathologyCode'): string {
  return `${field}: is new, and the country has ${MAX_OWN_NAMES} pathologies of its own already; send a name or code of the catalogue, or a name that the country has used before`;
}
