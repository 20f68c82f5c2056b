import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from '../stack/stack-error';
import type { FilePlan } from './files';
import type { ListFile } from './lists';
import { MIGRATION_INDEX, migrationNumber } from './migration-index';
import { type ModuleNames, TEMPLATE_NAMES, renamed } from './names';

const SOURCES = 'dev/new-module/template';
const TESTS = 'test/extending/template';
/** The file that lists every feature. */
const FEATURES = 'src/features.ts';
/** Stands in the template where a migration has its number. */
const MIGRATION_NUMBER = '0000000000000';

/**
 * Works out a module without writing anything.
 * @param root of the checkout
 * @throws StackError where something of that name is there already, or a table
 */
export function planModule(root: string, names: ModuleNames, now: Date): FilePlan {
  const read = (path: string): ListFile => ({ path, text: readFileSync(join(root, path), 'utf8') });
  const { plural } = names;
  const number = String(migrationNumber(read(MIGRATION_INDEX), now));
  const created = [
    ...filesIn(root, SOURCES).map((file) => sourceFile(read(`${SOURCES}/${file}`), { file, names, number })),
    ...filesIn(root, TESTS).map((file) => testFile(read(`${TESTS}/${file}`), { file, names })),
  ];
  refuseExisting(root, names, created);
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
  { text }: ListFile,
  { file, names, number }: { file: string; names: ModuleNames; number: string },
): ListFile {
  const target = renamed(file, TEMPLATE_NAMES, names).replace(MIGRATION_NUMBER, number);
  return {
    path: `src/modules/${names.plural.kebab}/${target}`,
    text: renamed(text, TEMPLATE_NAMES, names)
      .replaceAll(`'../../../src/`, `'../../`)
      .replaceAll(MIGRATION_NUMBER, number),
  };
}

function testFile({ text }: ListFile, { file, names }: { file: string; names: ModuleNames }): ListFile {
  const procedure = file.replace(`${TEMPLATE_NAMES.plural.kebab}.`, '').replace(/\.ts$/, '');
  return {
    path: `test/contract/${names.plural.camel}.${procedure}.spec.ts`,
    text: renamed(text, TEMPLATE_NAMES, names)
      .replaceAll(`'../../../src/`, `'../../src/`)
      .replaceAll(`'../../support/`, `'../support/`),
  };
}

function refuseExisting(root: string, { plural, singular }: ModuleNames, created: readonly ListFile[]): void {
  for (const path of [`src/modules/${plural.kebab}`, ...created.map((file) => file.path)])
    if (existsSync(join(root, path))) throw new StackError(`${path} is there already; nothing was written`);
  const table = new RegExp(`CREATE TABLE ${singular.snake} `);
  const migrations = ['migrations', 'src/modules'].flatMap((folder) =>
    filesIn(root, folder).map((file) => `${folder}/${file}`),
  );
  for (const path of migrations) {
    if (table.test(readFileSync(join(root, path), 'utf8')))
      throw new StackError(
        `${path} makes a table ${singular.snake} already; nothing was written. Choose another name, or another --singular`,
      );
  }
  const own = new RegExp(`\\b(?:${plural.camel}|${plural.pascal}|${singular.pascal})\\b`);
  for (const folder of [SOURCES, TESTS]) {
    for (const file of filesIn(root, folder)) {
      const word = own.exec(withoutItsNames(readFileSync(join(root, folder, file), 'utf8')))?.[0];
      if (word !== undefined) {
        throw new StackError(
          `${plural.camel}: the files of a module use the word ${word} for something else; nothing was written. Choose another name`,
        );
      }
    }
  }
}

/** What a file of the template says beside the names that are replaced. */
function withoutItsNames(text: string): string {
  return text.replace(/lab[-_ ]?samples?/gi, '');
}
