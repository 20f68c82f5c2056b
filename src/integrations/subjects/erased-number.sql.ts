/** SQL condition: the number replaced a patient's: that of one erased patient, or of all whose retention has ended. */
export const isErasedNumber = (number: string): string =>
  `${number} ~ '^erased(-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$'`;
