import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the alerts of each country that were last computed, so that a call for all countries need not compute them. */
export class StoreCountryAlerts1764000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE country_alerts (
        country text PRIMARY KEY,
        week text NOT NULL,
        version text NOT NULL,
        alerts jsonb NOT NULL,
        histories jsonb NOT NULL,
        computed_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE country_alerts');
  }
}
