import type { MigrationInterface, QueryRunner } from 'typeorm';

const LOGS = [
  { change: 'pathology_count_change', portion: 'pathology_count_portion' },
  { change: 'medication_units_change', portion: 'medication_units_portion' },
];

/**
 * Lets the changes of counts be added to the sums in steps, on Citus, where no statement sees one state of all nodes: changes
 * are marked with a portion, which the coordinator adds, and are deleted later. Readers leave out the changes of added
 * portions. On one server, changes are added and deleted in one statement, and there are no portions.
 */
export class FoldInSteps1764000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { change, portion } of LOGS) {
      await runner.query(`ALTER TABLE ${change} ADD COLUMN portion uuid`);
      await runner.query(`
        CREATE TABLE ${portion} (
          id uuid PRIMARY KEY,
          changes bigint NOT NULL,
          added_at timestamptz
        )`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        IF node_of_country('ZZ') IS NOT NULL THEN
          RAISE EXCEPTION 'a database that is spread over nodes is not reverted: its shards use functions of this schema';
        END IF;
      END $$`);
    for (const { change, portion } of LOGS) {
      // No portion may be added between the two statements.
      await runner.query(`LOCK TABLE ${change}, ${portion} IN ACCESS EXCLUSIVE MODE`);
      await runner.query(
        `DELETE FROM ${change} WHERE portion IN (SELECT id FROM ${portion} WHERE added_at IS NOT NULL)`,
      );
      await runner.query(`ALTER TABLE ${change} DROP COLUMN portion`);
      await runner.query(`DROP TABLE ${portion}`);
    }
  }
}
