import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the selections of the dashboard that accounts save. */
export class CreateSavedViews1764101300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE saved_view (
        account_id uuid NOT NULL,
        name text NOT NULL,
        query text NOT NULL,
        saved_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE saved_view');
  }
}
