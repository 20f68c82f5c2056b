import type { ResponseSharing } from '../../../platform/contract/contract';

/** Names of the data versions. */
export const CASES_VERSION = 'cases';
export const UNITS_VERSION = 'units';

/** Callers of the same scope share statistics until the counts of the scope change. */
export const SHARED_CASES: ResponseSharing = { among: 'scope', versions: [CASES_VERSION] };
export const SHARED_UNITS: ResponseSharing = { among: 'scope', versions: [UNITS_VERSION] };
export const SHARED_CASES_AND_UNITS: ResponseSharing = {
  among: 'scope',
  versions: [CASES_VERSION, UNITS_VERSION],
};
