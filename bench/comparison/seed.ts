/** The counts of the bare contestant: a table without triggers, where each count has eight slots for concurrent writers. */
export const CREATE_BARE_COUNTS = `
CREATE TABLE bare_daily_count (
  country text NOT NULL,
  day date NOT NULL,
  pathology_id uuid NOT NULL REFERENCES pathology (id),
  slot smallint NOT NULL,
  cases integer NOT NULL,
  PRIMARY KEY (country, day, pathology_id, slot)
)`;

export const INSERT_BARE_COUNTS = `
INSERT INTO bare_daily_count (country, day, pathology_id, slot, cases)
SELECT country, day, pathology_id, 0, cases FROM pathology_daily_count`;
