/**
 * The part of a statement that adds cases to the counts. Every statement that writes consultations includes it, and the
 * functions that record and void have the same, so that the counts change with the records; `check:counts` compares both. It
 * appends to a log, so that writers do not wait for each other; `PathologyFold` adds the log to the daily counts.
 * @param cases a query of country, day, pathology id and number of cases
 */
export const addToDailyCounts = (cases: string): string => `
  INSERT INTO pathology_count_change (country, day, pathology_id, cases)
  ${cases}`;
