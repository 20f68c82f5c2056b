import * as fc from 'fast-check';

/** A number that other calls of the account use too, with the same content or, where `other`, with another one. */
export interface SharedNumber {
  readonly number: number;
  readonly other: boolean;
}

/** Numbers up to a greatest one, or none; one number in so many comes with another content. */
export function sharedNumbers({
  greatest,
  otherOneIn,
}: {
  greatest: number;
  otherOneIn: number;
}): fc.Arbitrary<SharedNumber | null> {
  return fc.option(
    fc.record({
      number: fc.nat({ max: greatest }),
      other: fc.oneof(
        { weight: otherOneIn - 1, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    }),
  );
}
