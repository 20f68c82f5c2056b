import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../src/platform/config/operator-error';
import type { FilePlan } from './files';
import type { TextFile } from '../generate-migration/list-editing';
import { listMigrations, nextMigrationNumber } from '../generate-migration/migration-number';
import { type ModuleNames, TEMPLATE_NAMES, replaceNames } from './names';

const SOURCE_TEMPLATE = 'dev/new-module/template';
const TEST_TEMPLATE = 'test/extending/template';
/** The file that lists every feature. */
const FEATURES = 'src/features.ts';
/** The number of the template's migration. */
const MIGRATION_NUMBER = '0000000000000';

/**
 * Returns the files of a new module. Writes nothing.
 * @param root of the checkout
 * @throws OperatorError if a module, a file or a table with that name exists
 */
export function planModule(root: string, names: ModuleNames, now: Date): FilePlan {
  const read = (path: string): TextFile => ({ path, text: readFileSync(join(root, path), 'utf8') });
  const { plural } = names;
  const number = String(nextMigrationNumber(listMigrations(root), now));
  const created = [
    ...filesIn(root, SOURCE_TEMPLATE).map((file) =>
      sourceFile(read(`${SOURCE_TEMPLATE}/${file}`), { file, names, number }),
    ),
    ...filesIn(root, TEST_TEMPLATE).map((file) =>
      testFile(read(`${TEST_TEMPLATE}/${file}`), { file, names }),
    ),
  ];
  refuseTakenNames(root, names, created);
  const line = `export { ${plural.camel}Contract as ${plural.camel} } from './modules/${plural.kebab}/${plural.kebab}.contract';`;
  const features = read(FEATURES);
  return { created, changed: [{ path: FEATURES, text: `${features.text.trimEnd()}\n${line}\n` }] };
}

function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .sort();
}

function sourceFile(
  { text }: TextFile,
  { file, names, number }: { file: string; names: ModuleNames; number: string },
): TextFile {
  const target = replaceNames(file, TEMPLATE_NAMES, names).replace(MIGRATION_NUMBER, number);
  return {
    path: `src/modules/${names.plural.kebab}/${target}`,
    text: replaceNames(text, TEMPLATE_NAMES, names)
      .replaceAll(`'../../../src/`, `'../../`)
      .replaceAll(MIGRATION_NUMBER, number),
  };
}

function testFile({ text }: TextFile, { file, names }: { file: string; names: ModuleNames }): TextFile {
  const procedure = file.replace(`${TEMPLATE_NAMES.plural.kebab}.`, '').replace(/\.ts$/, '');
  return {
    path: `test/contract/${names.plural.camel}.${procedure}.spec.ts`,
    text: replaceNames(text, TEMPLATE_NAMES, names)
      .replaceAll(`'../../../src/`, `'../../src/`)
      .replaceAll(`'../../support/`, `'../support/`)
      .replaceAll(`'../../contract/`, `'./`),
  };
}

function refuseTakenNames(
  root: string,
  { plural, singular }: ModuleNames,
  created: readonly TextFile[],
): void {
  for (const path of [`src/modules/${plural.kebab}`, ...created.map((file) => file.path)])
    if (existsSync(join(root, path))) throw new OperatorError(`${path} already exists; nothing was written`);
  const table = new RegExp(`CREATE TABLE ${singular.snake} `);
  for (const path of listMigrations(root)) {
    if (table.test(readFileSync(join(root, path), 'utf8')))
      throw new OperatorError(
        `${path} already creates a table ${singular.snake}; nothing was written. Choose another name or another --singular`,
      );
  }
  const own = new RegExp(`\\b(?:${plural.camel}|${plural.pascal}|${singular.pascal})\\b`);
  for (const folder of [SOURCE_TEMPLATE, TEST_TEMPLATE]) {
    for (const file of filesIn(root, folder)) {
      const word = own.exec(removeTemplateNames(readFileSync(join(root, folder, file), 'utf8')))?.[0];
      if (word !== undefined) {
        throw new OperatorError(
          `${plural.camel}: the module template uses the name ${word} for something else; nothing was written. Choose another name`,
        );
      }
    }
  }
}

/** Returns a text of the template without the names that `replaceNames` replaces. */
function removeTemplateNames(text: string): string {
  return text.replace(/lab[-_ ]?samples?/gi, '');
}
