import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nameKey, spellingKey } from './functions/keys-with-signs';

interface OwnName {
  readonly id: string;
  readonly scope: string;
  readonly key: string;
  readonly name: string;
}

interface Change {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** Changes in one transaction: records of these names wait for it. */
const PORTION = 100;

/**
 * Gives names of countries the keys that distinguish numbers: `Zolprin 2.5 mg` is not `Zolprin 25 mg`, `CD4 <200` is not
 * `CD4 >200`. No name of the catalogue has such a sign. Names with one key until now stay one, under the name that they have;
 * the others get an entry of their own when they are next recorded. Names that were recorded by their code keep its key.
 *
 * Runs in small transactions, because records of a name wait while its key changes. An interrupted run continues.
 */
export class DistinguishNumbers1764100800000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await changeKeys(runner, { from: spellingKey, to: nameKey });
  }

  /** A name whose earlier key another one has meanwhile keeps its key: the earlier release finds the other one. */
  async down(runner: QueryRunner): Promise<void> {
    await changeKeys(runner, { from: nameKey, to: spellingKey });
  }
}

interface Keys {
  readonly from: (name: string) => string;
  readonly to: (name: string) => string;
}

async function changeKeys(runner: QueryRunner, keys: Keys): Promise<void> {
  for (const table of ['pathology', 'medication'] as const) {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- rows of this statement
    const names: OwnName[] = await runner.query(
      `SELECT id, scope, key, name FROM ${table} WHERE scope <> '*' ORDER BY scope, key`,
    );
    // A pathology that was recorded by its code has its name in addition to its key.
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- rows of this statement
    const keysOfNames: Pick<OwnName, 'scope' | 'key'>[] = await runner.query(
      `SELECT scope, key FROM ${table}_name WHERE scope <> '*'`,
    );
    const changes = findChanges(names, [...names, ...keysOfNames], keys);
    for (let start = 0; start < changes.length; start += PORTION)
      await applyChanges(runner, table, changes.slice(start, start + PORTION));
  }
}

/** Returns the changes to keys that no other name of the country has. */
function findChanges(
  names: readonly OwnName[],
  takenKeys: readonly Pick<OwnName, 'scope' | 'key'>[],
  { from, to }: Keys,
): Change[] {
  const taken = new Set(takenKeys.map(({ scope, key }) => `${scope} ${key}`));
  return names.flatMap(({ id, scope, key, name }) => {
    const newKey = to(name);
    if (key !== from(name) || key === newKey || taken.has(`${scope} ${newKey}`)) return [];
    taken.add(`${scope} ${newKey}`);
    return [{ id, from: key, to: newKey }];
  });
}

/**
 * One row at a time, which Citus accepts for tables that every node has. Changes both keys of a name or none: the previous
 * release may create a name with the new key meanwhile.
 */
async function applyChanges(
  runner: QueryRunner,
  table: 'pathology' | 'medication',
  changes: readonly Change[],
): Promise<void> {
  await runner.startTransaction();
  try {
    for (const { id, from, to } of changes) {
      await runner.query(
        `UPDATE ${table} SET key = $2
         WHERE id = $1 AND key = $3
           AND NOT EXISTS (SELECT FROM ${table} o WHERE o.scope = ${table}.scope AND o.key = $2)
           AND NOT EXISTS (SELECT FROM ${table}_name n WHERE n.scope = ${table}.scope AND n.key = $2)`,
        [id, to, from],
      );
      await runner.query(
        `UPDATE ${table}_name SET key = $2
         WHERE ${table}_id = $1 AND key = $3
           AND EXISTS (SELECT FROM ${table} c WHERE c.id = $1 AND c.key = $2)
           AND NOT EXISTS (SELECT FROM ${table}_name n WHERE n.scope = ${table}_name.scope AND n.key = $2)`,
        [id, to, from],
      );
    }
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}
