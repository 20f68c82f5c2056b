import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL of each index after its name. */
const INDEXES = {
  consultation_claim_consultation_idx: 'ON consultation_claim (country, consultation_id)',
  fhir_encounter_claim_encounter_idx: 'ON fhir_encounter_claim (country, encounter_id)',
  consultation_claim_erased_idx: `ON consultation_claim (account_id) WHERE digest = ''`,
};

/**
 * Indexes claims by their records, which erasures look up, and the claims of erased records, whose digest is empty. Runs
 * without a transaction, because the indexes are built while records are written. If it is interrupted, the next run starts
 * again with the index that is not complete.
 */
export class IndexClaimsByRecord1764100300000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // A concurrent build blocks no writer, and waits until the transactions that began before it have ended: a time limit would
    // only make it start again.
    await runner.query(
      `SELECT set_config('migration.lock_timeout', current_setting('lock_timeout'), false), set_config('lock_timeout', '0', false)`,
    );
    try {
      for (const [name, definition] of Object.entries(INDEXES)) {
        await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
        await runner.query(`CREATE INDEX CONCURRENTLY ${name} ${definition}`);
      }
    } finally {
      await runner.query(
        `SELECT set_config('lock_timeout', current_setting('migration.lock_timeout'), false)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES).reverse()) await runner.query(`DROP INDEX ${name}`);
  }
}
