import { identifyingText, withoutInvisibleCharacters } from './text';

/**
 * Regular expression, of JavaScript and of PostgreSQL: a number that replaced a patient's. It is `erased-` and a UUID for one
 * erased patient, and `erased` for all whose retention has ended.
 */
export const ERASED_NUMBER_PATTERN = '^erased(-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$';

const ERASED_NUMBER = new RegExp(ERASED_NUMBER_PATTERN);

/** A patient's number in searches. Records from before invisible characters were refused have them. */
export const patientNumberSchema = identifyingText(64);

/** The patient's number of a new record. With a number of an erased patient, the record would be taken for an erased one. */
export const newPatientNumberSchema = withoutInvisibleCharacters(patientNumberSchema).refine(
  (number) => !ERASED_NUMBER.test(number),
  { error: 'is reserved for erased patients; send your own number of the patient' },
);
