import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nameKey } from '../src/shared/name-key';
import pathologies from './data/1763900100000-pathology-codes.json';

/**
 * Adds the codes by which the catalogue's pathologies can be recorded: their ICD-10 codes, and, from
 * `data/1763900100000-pathology-codes.json`, ICD-11 codes and more or less specific ICD-10 codes. A code belongs to one
 * pathology: if two have the same ICD-10 code, to the first.
 */
export class AddPathologyCodes1763900100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE pathology_code (
        classification text NOT NULL
          CONSTRAINT pathology_code_classification_check CHECK (classification IN ('icd10', 'icd11')),
        code text NOT NULL,
        pathology_id uuid NOT NULL CONSTRAINT pathology_code_pathology_fkey REFERENCES pathology (id),
        PRIMARY KEY (classification, code)
      )`);
    await runner.query('CREATE INDEX pathology_code_pathology_idx ON pathology_code (pathology_id)');
    await runner.query(`
      INSERT INTO pathology_code (classification, code, pathology_id)
      SELECT DISTINCT ON (icd10) 'icd10', icd10, id FROM pathology
      WHERE scope = '*' AND icd10 IS NOT NULL ORDER BY icd10, id`);
    await runner.query(
      `INSERT INTO pathology_code (classification, code, pathology_id)
       SELECT k.classification, k.code, p.id
       FROM jsonb_to_recordset($1::jsonb) AS k (classification text, code text, key text)
       JOIN pathology p ON p.scope = '*' AND p.key = k.key`,
      [JSON.stringify(pathologies.flatMap(codesOf))],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE pathology_code');
  }
}

function codesOf({ name, icd10, icd11 }: (typeof pathologies)[number]) {
  const key = nameKey(name);
  return [
    ...icd10.map((code) => ({ classification: 'icd10', code, key })),
    ...icd11.map((code) => ({ classification: 'icd11', code, key })),
  ];
}
