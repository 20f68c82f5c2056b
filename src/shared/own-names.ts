/**
 * Maximum number of pathologies of a country that are not in the catalogue, and of medications. Exports, alerts and statistics
 * read all of them. A country that codes its diagnoses needs some hundreds: most codes of ICD-10 count as one of the catalogue.
 */
export const MAX_OWN_NAMES = 5_000;

/** Of a pathology or medication, in characters. */
export const MAX_NAME_LENGTH = 200;
