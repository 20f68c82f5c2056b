import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the list of voided consultations, which are not counted, with account and reason. Triggers keep the consultation
 * itself: they refuse to delete it and to change the columns that the counts use.
 */
export class CreateConsultationVoids1763800200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE consultation_void (
        country text NOT NULL,
        consultation_id uuid NOT NULL,
        reason text NOT NULL,
        voided_by uuid NOT NULL,
        voided_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (country, consultation_id)
      )`);
    await runner.query(`
      CREATE FUNCTION refuse_change_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% of % is refused: records are kept, and counted as they were written', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation', HINT = 'A consultation is corrected by a void and a new record.';
      END $$`);
    // Other columns may be erased if a law requires it: the patient and the text of a reason.
    await runner.query(`
      CREATE TRIGGER consultation_is_kept
      BEFORE DELETE OR TRUNCATE OR UPDATE OF country, id, pathology_id, consulted_at, recorded_at, recorded_by
      ON consultation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record()`);
    await runner.query(`
      CREATE TRIGGER consultation_void_is_kept
      BEFORE DELETE OR TRUNCATE OR UPDATE OF country, consultation_id, voided_by, voided_at
      ON consultation_void FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_record()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The older schema has no voids and counts every consultation.
    await runner.query(`
      INSERT INTO pathology_daily_count AS d (country, day, pathology_id, slot, cases)
      SELECT c.country, (c.consulted_at AT TIME ZONE 'UTC')::date, c.pathology_id, 0, count(*)
      FROM consultation_void v JOIN consultation c ON c.country = v.country AND c.id = v.consultation_id
      GROUP BY 1, 2, 3
      ON CONFLICT (country, day, pathology_id, slot) DO UPDATE SET cases = d.cases + excluded.cases`);
    await runner.query('DROP TABLE consultation_void');
    await runner.query('DROP TRIGGER consultation_is_kept ON consultation');
    await runner.query('DROP FUNCTION refuse_change_of_record()');
  }
}
