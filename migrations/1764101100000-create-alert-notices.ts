import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the episodes of alerts that were reported to receivers. */
export class CreateAlertNotices1764101100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE alert_notice (
        channel text NOT NULL,
        country text NOT NULL,
        disease text NOT NULL,
        since text NOT NULL,
        last_week text NOT NULL,
        severity text NOT NULL,
        is_single_case boolean NOT NULL,
        occurrence integer NOT NULL,
        is_withdrawn boolean NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (channel, country, disease)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alert_notice');
  }
}
