import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the Encounters of FHIR Bundles, each claimed once by its account, and the codings of the Conditions that were
 * recorded as consultations. Names of patients are not stored.
 * Reverting deletes these resources; the consultations stay and count.
 */
export class CreateFhirResources1763900300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE fhir_encounter (
        country text NOT NULL,
        id uuid NOT NULL DEFAULT uuidv7(),
        patient_id text NOT NULL,
        started_at timestamptz NOT NULL,
        content jsonb NOT NULL,
        recorded_by uuid NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (country, id)
      )`);
    await runner.query(`
      CREATE TABLE fhir_encounter_claim (
        account_id uuid NOT NULL,
        external_id text NOT NULL,
        digest bytea NOT NULL,
        country text NOT NULL,
        encounter_id uuid NOT NULL,
        PRIMARY KEY (account_id, external_id)
      )`);
    await runner.query(`
      CREATE TABLE fhir_condition (
        country text NOT NULL,
        consultation_id uuid NOT NULL,
        encounter_id uuid NOT NULL,
        content jsonb NOT NULL,
        PRIMARY KEY (country, consultation_id)
      )`);
    await runner.query('CREATE INDEX fhir_condition_encounter_idx ON fhir_condition (country, encounter_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE fhir_condition');
    await runner.query('DROP TABLE fhir_encounter_claim');
    await runner.query('DROP TABLE fhir_encounter');
  }
}
