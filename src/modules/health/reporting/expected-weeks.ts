/** A country is expected to report if it has a case in so many weeks before a period, or in it. */
export const EXPECTED_WEEKS = 12;
