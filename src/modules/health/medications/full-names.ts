import { MAX_OWN_NAMES } from '../../../shared/own-names';

/** Why a sale with a new name of a medication is refused, without the field. */
export const FULL_NAMES_REASON = `is new, and the country has ${MAX_OWN_NAMES} medications of its own already; send a name of the catalogue, an ATC code, or a name that the country has used before`;

/** Returns the reason for which sales with new names of medications are refused. */
export function describeFullNames(items: readonly number[]): string {
  return items.map((item) => `sales[${item}].medicationName: ${FULL_NAMES_REASON}`).join('; ');
}
