import { ERASED_NUMBER_PATTERN } from '../../shared/patient-number';

/** SQL condition: the number replaced a patient's. New records cannot have such a number. */
export const isErasedNumber = (number: string): string => `${number} ~ '${ERASED_NUMBER_PATTERN}'`;
