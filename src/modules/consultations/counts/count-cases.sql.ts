/**
 * The part of a statement that adds cases to the daily counts. Every write of consultations has it, so that the counts
 * change with the records; `check:counts` compares both.
 * @param cases a query of country, day, pathology id, slot (from `pickCountSlot`) and number of cases
 */
export const addToDailyCounts = (cases: string): string => `
  INSERT INTO pathology_daily_count AS c (country, day, pathology_id, slot, cases)
  ${cases}
  ON CONFLICT (country, day, pathology_id, slot) DO UPDATE SET cases = c.cases + excluded.cases`;
