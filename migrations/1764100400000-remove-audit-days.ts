import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets `npm run retention:apply` remove whole days of the audit trail: their heads stay in `audit_removal`. A DELETE by hand is
 * refused as before, and the role of the application has no permission for any.
 */
export class RemoveAuditDays1764100400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_removal (
        country text NOT NULL,
        day date NOT NULL,
        number integer NOT NULL,
        digest bytea NOT NULL,
        events integer NOT NULL,
        removed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (country, day)
      )`);
    await runner.query(`
      CREATE TRIGGER audit_removal_is_kept BEFORE DELETE OR TRUNCATE OR UPDATE
      ON audit_removal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail()`);
    await runner.query(
      refuseChange(`
        IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('audit_event', 'audit_link')
          AND current_setting('audit.removal', true) = 'on' THEN
          RETURN NULL;
        END IF;`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_removal');
    await runner.query(refuseChange(''));
  }
}

const refuseChange = (exception: string) => `
      CREATE OR REPLACE FUNCTION refuse_change_of_audit_trail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN${exception}
        RAISE EXCEPTION '% of % is refused: the audit trail is only appended to', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $$`;
