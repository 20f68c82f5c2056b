import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nameKey } from '../src/shared/name-key';
import pathologies from './data/1763700200000-pathologies.json';
import added from './data/1763900100000-pathology-codes.json';
import corrections from './data/1764100700000-catalogue-corrections.json';

/** In Portugal and in Africa, "constipação" is a cold. */
const COLD = { name: 'Common cold', synonym: 'constipação' };
const PODOPHYLLUM = {
  name: 'Podophyllum resin',
  synonyms: ['podophyllotoxin', 'podophyllotoxine', 'podofilotoxina'],
};
const PODOPHYLLOTOXIN = { name: 'Podophyllotoxin', atc: 'D06BB04' };

/**
 * Adds pathologies of `data/1764100700000-catalogue-corrections.json` and moves codes and names to them from less exact ones. `of` is
 * the pathology that keeps its name but not the code, because the name says nothing of the acute disease. Podophyllotoxin is another
 * medication than podophyllum resin. Consultations and sales that were recorded stay with the pathology or medication they had.
 */
export class CorrectCatalogues1764100700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { name, icd10, of, codes, names } of corrections) {
      const key = nameKey(name);
      await runner.query(`INSERT INTO pathology (scope, key, name, icd10) VALUES ('*', $1, $2, $3)`, [
        key,
        name,
        icd10,
      ]);
      if (of !== null)
        await runner.query(`UPDATE pathology SET icd10 = NULL WHERE scope = '*' AND key = $1`, [nameKey(of)]);
      await moveNames(runner, 'pathology', { key, names: [name, ...names] });
      await runner.query(
        `INSERT INTO pathology_code (classification, code, pathology_id)
         SELECT split_part(c.code, ':', 1), split_part(c.code, ':', 2), p.id
         FROM unnest($2::text[]) AS c (code) CROSS JOIN pathology p
         WHERE p.scope = '*' AND p.key = $1
         ON CONFLICT (classification, code) DO UPDATE SET pathology_id = excluded.pathology_id`,
        [key, codes],
      );
    }
    await moveNames(runner, 'pathology', { key: nameKey(COLD.name), names: [COLD.synonym] });
    const key = nameKey(PODOPHYLLOTOXIN.name);
    await runner.query(`INSERT INTO medication (scope, key, name, atc_codes) VALUES ('*', $1, $2, $3)`, [
      key,
      PODOPHYLLOTOXIN.name,
      [PODOPHYLLOTOXIN.atc],
    ]);
    await runner.query(`UPDATE medication SET atc_codes = '{}' WHERE scope = '*' AND key = $1`, [
      nameKey(PODOPHYLLUM.name),
    ]);
    await moveNames(runner, 'medication', { key, names: PODOPHYLLUM.synonyms });
  }

  /** Fails if a consultation or a sale has one of the pathologies or the medication that were added. */
  async down(runner: QueryRunner): Promise<void> {
    const keys = corrections.map(({ name }) => nameKey(name));
    for (const table of ['pathology_code', 'pathology_name'])
      await runner.query(
        `DELETE FROM ${table} t USING pathology p WHERE p.id = t.pathology_id AND p.scope = '*' AND p.key = ANY ($1::text[])`,
        [keys],
      );
    await runner.query(`DELETE FROM pathology WHERE scope = '*' AND key = ANY ($1::text[])`, [keys]);
    await runner.query(`DELETE FROM pathology_name WHERE scope = '*' AND key = $1`, [nameKey(COLD.synonym)]);
    await restorePathologies(runner);
    await moveNames(runner, 'medication', { key: nameKey(PODOPHYLLUM.name), names: PODOPHYLLUM.synonyms });
    await runner.query(`DELETE FROM medication WHERE scope = '*' AND key = $1`, [
      nameKey(PODOPHYLLOTOXIN.name),
    ]);
    await runner.query(`UPDATE medication SET atc_codes = $2 WHERE scope = '*' AND key = $1`, [
      nameKey(PODOPHYLLUM.name),
      [PODOPHYLLOTOXIN.atc],
    ]);
  }
}

interface Names {
  readonly key: string;
  readonly names: readonly string[];
}

/** Gives names to an entry of a catalogue, also those that another one has. */
async function moveNames(
  runner: QueryRunner,
  table: 'pathology' | 'medication',
  { key, names }: Names,
): Promise<void> {
  await runner.query(
    `INSERT INTO ${table}_name (scope, key, ${table}_id)
     SELECT '*', n.key, e.id FROM unnest($2::text[]) AS n (key) CROSS JOIN ${table} e WHERE e.scope = '*' AND e.key = $1
     ON CONFLICT (scope, key) DO UPDATE SET ${table}_id = excluded.${table}_id`,
    [key, [...new Set(names.map(nameKey))]],
  );
}

/** Gives pathologies the codes and names that they had before. */
async function restorePathologies(runner: QueryRunner): Promise<void> {
  const moved = new Set(corrections.flatMap(({ name, names }) => [name, ...names]).map(nameKey));
  for (const { name, icd10, synonyms } of pathologies) {
    const key = nameKey(name);
    const names = [...synonyms.en, ...synonyms.fr, ...synonyms.pt].filter((each) => moved.has(nameKey(each)));
    if (names.length > 0) await moveNames(runner, 'pathology', { key, names });
    if (corrections.some(({ of }) => of === name))
      await runner.query(`UPDATE pathology SET icd10 = $2 WHERE scope = '*' AND key = $1`, [key, icd10]);
  }
  const codes = [
    ...pathologies.map(({ name, icd10 }) => ({ name, icd10: [icd10], icd11: [] })),
    ...added,
  ].flatMap(({ name, icd10, icd11 }) => [
    ...icd10.map((code) => ({ key: nameKey(name), classification: 'icd10', code })),
    ...icd11.map((code) => ({ key: nameKey(name), classification: 'icd11', code })),
  ]);
  await runner.query(
    `INSERT INTO pathology_code (classification, code, pathology_id)
     SELECT k.classification, k.code, p.id
     FROM jsonb_to_recordset($1::jsonb) AS k (key text, classification text, code text)
     JOIN pathology p ON p.scope = '*' AND p.key = k.key
     ON CONFLICT (classification, code) DO NOTHING`,
    [JSON.stringify(codes)],
  );
}
