import type { Role } from '../../platform/access/role';
import type { healthContract } from '../../modules/health';
import type { OutputOf } from '../../platform/trpc/contract/contract';

type DataOf<Name extends 'countries' | 'pathologies' | 'summary'> = OutputOf<
  (typeof healthContract)[Name]
>['data'];

/** What travels with the page, so that its first picture needs no second request. */
export interface FirstAnswers {
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly role: Role;
  };
  /** When the figures were read, ISO 8601. */
  readonly at: string;
  /** The period where the address names none, and the one that the figures are of. */
  readonly defaultPeriod: string;
  readonly period: string;
  /** The country that the figures are of; null where they are of all that the account may see. */
  readonly country: string | null;
  readonly countries: DataOf<'countries'>;
  /** Whether small numbers are withheld from what leaves the platform as a file. */
  readonly smallNumbersWithheld: boolean;
  readonly summary: DataOf<'summary'>;
  readonly pathologies: DataOf<'pathologies'>;
}

/** The id of the element that holds them as JSON. */
export const FIRST_ANSWERS_ID = 'first-answers';
