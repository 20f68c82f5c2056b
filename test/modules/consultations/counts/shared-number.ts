import * as fc from 'fast-check';

/** An external number that several calls of the account use. */
export interface SharedNumber {
  readonly number: number;
  /** Whether the call sends other content than most calls. */
  readonly isOther: boolean;
}

/** Numbers up to `max`, or null. One number in `otherOneIn` has other content. */
export function sharedNumbers({
  max,
  otherOneIn,
}: {
  max: number;
  otherOneIn: number;
}): fc.Arbitrary<SharedNumber | null> {
  return fc.option(
    fc.record({
      number: fc.nat({ max }),
      isOther: fc.oneof(
        { weight: otherOneIn - 1, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    }),
  );
}
