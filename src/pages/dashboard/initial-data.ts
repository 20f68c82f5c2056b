import type { Role } from '../../platform/access/role';
import type { healthContract } from '../../modules/health';
import type { OutputOf } from '../../platform/contract/implementation-types';

type DataOf<
  Name extends 'countries' | 'countryBreakdown' | 'medications' | 'pathologyComparison' | 'summary',
> = OutputOf<(typeof healthContract)[Name]>['data'];

/** Data in the dashboard page, so that the first view needs no API request. */
export interface InitialData {
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly role: Role;
  };
  /** When the figures were read, as ISO 8601. */
  readonly at: string;
  /** The period if the URL names none. */
  readonly defaultPeriod: string;
  /** The period of the figures. */
  readonly period: string;
  /** The country of the figures; null for all countries that the account may see. */
  readonly country: string | null;
  readonly countries: DataOf<'countries'>;
  /** Whether exported files withhold small numbers. */
  readonly smallNumbersWithheld: boolean;
  readonly summary: DataOf<'summary'>;
  /** Of all countries that the account may see. */
  readonly countryBreakdown: DataOf<'countryBreakdown'>;
  readonly comparison: DataOf<'pathologyComparison'>;
  readonly medications: DataOf<'medications'>;
}

/** Id of the script element that contains the data as JSON. */
export const INITIAL_DATA_ID = 'initial-data';
