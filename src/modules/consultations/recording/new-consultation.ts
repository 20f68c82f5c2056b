import type { CountryCode } from '../../../shared/country';
import type { PathologyCode } from '../pathologies/pathology-code';

/** A consultation as a caller sends it, with a name or a code of its pathology. If it has both, the code counts. */
export interface NewConsultation {
  readonly patientId: string;
  readonly pathologyName?: string | undefined;
  readonly pathologyCode?: PathologyCode | undefined;
  readonly consultationDate: Date;
  /** The account's own number: the consultation is recorded once, however often it is sent. */
  readonly externalId?: string | undefined;
  /**
   * The external ids that the consultation may have, if earlier releases made others, in order: it gets the first that is its
   * own, preferably of a record that is not voided.
   */
  readonly earlierIds?: readonly EarlierId[] | undefined;
  /**
   * The pathology of which its external id was made before the transaction.
   * @throws StalePathologyError if the transaction finds another one
   */
  readonly expectedKey?: string | undefined;
  /** The account's own country by default. */
  readonly country?: CountryCode | undefined;
}

/** An external id that may have been made for a consultation. */
export interface EarlierId {
  readonly externalId: string;
  /** The pathology that the id's record must have: an earlier release gave one id to names that differ in the sign of a number. */
  readonly pathologyKey: string;
}
