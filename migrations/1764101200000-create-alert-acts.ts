import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates what people did about alerts. The rows are on the coordinator of a Citus cluster, as alerts are. */
export class CreateAlertActs1764101200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE alert_act (
        country text NOT NULL,
        disease text NOT NULL,
        id uuid NOT NULL DEFAULT uuidv7(),
        since text NOT NULL,
        week text NOT NULL,
        act text NOT NULL,
        content text,
        account_id uuid NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (country, disease, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alert_act');
  }
}
