import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nameKey } from '../src/shared/name-key';
import medicines from './data/1763800100000-medications.json';

/**
 * Adds scopes to medications, as pathologies have them: `*` is the catalogue, filled from
 * `data/1763800100000-medications.json`; any other scope is the country that first recorded the name. Moves sales under a name
 * of the catalogue to its medication, and other sales to a medication of their country.
 */
export class ExtendMedications1763800100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE medication
        DROP CONSTRAINT medication_key_key,
        ADD COLUMN scope text,
        ADD COLUMN atc_codes text[] NOT NULL DEFAULT '{}'`);
    await runner.query(`
      CREATE TABLE medication_name (
        scope text NOT NULL,
        key text NOT NULL,
        medication_id uuid NOT NULL CONSTRAINT medication_name_medication_fkey REFERENCES medication (id),
        PRIMARY KEY (scope, key)
      )`);
    await runner.query('CREATE INDEX medication_name_medication_idx ON medication_name (medication_id)');
    await fillCatalogue(runner);
    await runner.query(`
      INSERT INTO medication (scope, key, name, created_at)
      SELECT s.country, m.key, m.name, m.created_at
      FROM (
        SELECT country, medication_id FROM medication_sale
        UNION
        SELECT country, medication_id FROM medication_daily_units
      ) s
      JOIN medication m ON m.id = s.medication_id
      WHERE NOT EXISTS (SELECT FROM medication_name n WHERE n.scope = '*' AND n.key = m.key)`);
    await runner.query(`
      INSERT INTO medication_name (scope, key, medication_id)
      SELECT scope, key, id FROM medication WHERE scope <> '*'`);
    await moveTo(
      runner,
      `SELECT m.id AS old_id, n.medication_id AS new_id, n.scope
       FROM medication m JOIN medication_name n ON n.key = m.key
       WHERE m.scope IS NULL`,
    );
    await runner.query('DELETE FROM medication WHERE scope IS NULL');
    await runner.query(`
      ALTER TABLE medication
        ALTER COLUMN scope SET NOT NULL,
        ALTER COLUMN atc_codes DROP DEFAULT,
        ADD CONSTRAINT medication_scope_key_key UNIQUE (scope, key)`);
  }

  /** Merges medications with the same key. Each sale keeps its medication. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE medication_name');
    await moveTo(
      runner,
      `SELECT m.id AS old_id, o.new_id, '*' AS scope
       FROM medication m
       JOIN (SELECT key, (array_agg(id ORDER BY created_at, id))[1] AS new_id FROM medication GROUP BY key) o USING (key)
       WHERE m.id <> o.new_id`,
    );
    await runner.query(`
      DELETE FROM medication m
      WHERE NOT EXISTS (SELECT FROM medication_sale s WHERE s.medication_id = m.id)
        AND NOT EXISTS (SELECT FROM medication_daily_units d WHERE d.medication_id = m.id)`);
    await runner.query(`
      ALTER TABLE medication
        DROP COLUMN scope,
        DROP COLUMN atc_codes,
        ADD CONSTRAINT medication_key_key UNIQUE (key)`);
  }
}

async function fillCatalogue(runner: QueryRunner): Promise<void> {
  await runner.query(
    `INSERT INTO medication (scope, key, name, atc_codes)
     SELECT '*', key, name, ARRAY(SELECT jsonb_array_elements_text(atc))
     FROM jsonb_to_recordset($1::jsonb) AS m (key text, name text, atc jsonb)`,
    [JSON.stringify(medicines.map(({ name, atc }) => ({ key: nameKey(name), name, atc })))],
  );
  await runner.query(
    `INSERT INTO medication_name (scope, key, medication_id)
     SELECT '*', n.key, m.id
     FROM jsonb_to_recordset($1::jsonb) AS n (key text, medication_key text)
     JOIN medication m ON m.scope = '*' AND m.key = n.medication_key`,
    [
      JSON.stringify(
        medicines.flatMap((medicine) =>
          keysOf(medicine).map((key) => ({ key, medication_key: nameKey(medicine.name) })),
        ),
      ),
    ],
  );
}

/**
 * Moves sales and their daily units to other medications.
 * @param moves rows of old_id, new_id and the scope in which the new medication replaces the old one
 */
async function moveTo(runner: QueryRunner, moves: string): Promise<void> {
  await runner.query(`
    UPDATE medication_sale s SET medication_id = move.new_id
    FROM (${moves}) move
    WHERE s.medication_id = move.old_id AND move.scope IN ('*', s.country)`);
  await runner.query(`
    WITH moved AS (
      DELETE FROM medication_daily_units d USING (${moves}) move
      WHERE d.medication_id = move.old_id AND move.scope IN ('*', d.country)
      RETURNING d.country, d.day, move.new_id, d.units
    )
    INSERT INTO medication_daily_units AS d (country, day, medication_id, units)
    SELECT country, day, new_id, sum(units) FROM moved GROUP BY 1, 2, 3
    ON CONFLICT (country, day, medication_id) DO UPDATE SET units = d.units + excluded.units`);
}

/** Returns every key of a medicine: for a combination, with its parts in any order. */
export function keysOf({ name, synonyms }: (typeof medicines)[number]): string[] {
  const names = [name, ...synonyms.en, ...synonyms.fr, ...synonyms.pt];
  const orders = names.flatMap((written) => ordersOf(written.split(PLUS)).map((parts) => parts.join(PLUS)));
  return [...new Set(orders.map(nameKey))];
}

const PLUS = ' + ';

function ordersOf(parts: readonly string[]): string[][] {
  if (parts.length < 2) return [[...parts]];
  return parts.flatMap((first, index) =>
    ordersOf(parts.toSpliced(index, 1)).map((others) => [first, ...others]),
  );
}
