import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nameKey } from '../src/shared/name-key';
import pathologies from './data/1763700200000-pathologies.json';

/**
 * Creates pathologies and their names. The scope `*` is the catalogue, filled from `data/1763700200000-pathologies.json`. Any
 * other scope is the country that first recorded the name.
 */
export class CreatePathologies1763700200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE pathology (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        scope text NOT NULL,
        key text NOT NULL,
        name text NOT NULL,
        icd10 text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pathology_scope_key_key UNIQUE (scope, key)
      )`);
    await runner.query(`
      CREATE TABLE pathology_name (
        scope text NOT NULL,
        key text NOT NULL,
        pathology_id uuid NOT NULL CONSTRAINT pathology_name_pathology_fkey REFERENCES pathology (id),
        PRIMARY KEY (scope, key)
      )`);
    await runner.query('CREATE INDEX pathology_name_pathology_idx ON pathology_name (pathology_id)');
    await runner.query(
      `INSERT INTO pathology (scope, key, name, icd10)
       SELECT '*', key, name, icd10 FROM jsonb_to_recordset($1::jsonb) AS p (key text, name text, icd10 text)`,
      [JSON.stringify(pathologies.map(({ name, icd10 }) => ({ key: nameKey(name), name, icd10 })))],
    );
    await runner.query(
      `INSERT INTO pathology_name (scope, key, pathology_id)
       SELECT '*', n.key, p.id
       FROM jsonb_to_recordset($1::jsonb) AS n (key text, pathology_key text)
       JOIN pathology p ON p.scope = '*' AND p.key = n.pathology_key`,
      [JSON.stringify(pathologies.flatMap(namesOf))],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE pathology_name');
    await runner.query('DROP TABLE pathology');
  }
}

function namesOf({ name, synonyms }: (typeof pathologies)[number]): { key: string; pathology_key: string }[] {
  const names = [name, ...synonyms.en, ...synonyms.fr, ...synonyms.pt];
  return [...new Set(names.map(nameKey))].map((key) => ({ key, pathology_key: nameKey(name) }));
}
