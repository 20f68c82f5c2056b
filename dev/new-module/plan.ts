import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from '../stack-error';
import type { FilePlan } from './files';
import { type ListFile, withImport, withItem, withRows } from './lists';
import { MIGRATION_INDEX, numberMigration } from './migration-index';
import { type ModuleNames, TEMPLATE_NAMES, renamed } from './names';

const SOURCES = 'dev/new-module/template';
const TESTS = 'test/extending/template';
const MIGRATION = `create-${TEMPLATE_NAMES.plural.kebab}.ts`;

/** Rows for the pages that list every procedure, as the template's contract has them. */
const README_ROW = '| `labSamples.record`, `labSamples.list` | `admin` |';
const WIRE_FORMAT_ROWS = [
  '| `labSamples.record` | POST | `remark` | 1 to 500 characters |',
  '| `labSamples.list` | GET, POST | none | the last hundred that the account recorded, latest first |',
];

/**
 * Works out a module without writing anything.
 * @param root of the checkout
 * @throws StackError where something of that name is there already, or where a list cannot be read
 */
export function planModule(root: string, names: ModuleNames, now: Date): FilePlan {
  const read = (path: string): ListFile => ({ path, text: readFileSync(join(root, path), 'utf8') });
  const { plural } = names;
  const migration = numberMigration(read(MIGRATION_INDEX), `create-${plural.kebab}`, now);
  const moment = migration.number;
  const created = [
    ...filesIn(root, SOURCES).map((file) => sourceFile(read(`${SOURCES}/${file}`), { file, names, moment })),
    ...filesIn(root, TESTS).map((file) => testFile(read(`${TESTS}/${file}`), { file, names })),
  ];
  refuseWhatIsThere(root, names, created);
  const application = withImport(
    read('src/app.module.ts'),
    `${plural.pascal}Module`,
    `./modules/${plural.kebab}/${plural.kebab}.module`,
  );
  const contracts = withImport(
    read('src/app-router.ts'),
    `${plural.camel}Contract`,
    `./modules/${plural.kebab}/${plural.kebab}.contract`,
  );
  const rows = (row: string) => renamed(row, TEMPLATE_NAMES, names);
  return {
    created,
    changed: [
      withItem(application, 'imports: [', `${plural.pascal}Module`),
      withItem(contracts, 'export const contracts = {', `${plural.camel}: ${plural.camel}Contract`),
      migration.index,
      withRows(read('README.md'), ['procedure', 'who'], [rows(README_ROW)]),
      withRows(
        read('docs/wire-format.md'),
        ['Procedure', 'Method', 'Fields', 'Rules'],
        WIRE_FORMAT_ROWS.map(rows),
      ),
    ],
  };
}

function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder)).sort();
}

function sourceFile(
  { text }: ListFile,
  { file, names, moment }: { file: string; names: ModuleNames; moment: number },
): ListFile {
  const target = renamed(file, TEMPLATE_NAMES, names);
  const path =
    file === MIGRATION ? `migrations/${moment}-${target}` : `src/modules/${names.plural.kebab}/${target}`;
  return {
    path,
    text: renamed(text, TEMPLATE_NAMES, names)
      .replaceAll(`'../../../src/`, `'../../`)
      .replaceAll('0000000000000', String(moment)),
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

function refuseWhatIsThere(
  root: string,
  { plural, singular }: ModuleNames,
  created: readonly ListFile[],
): void {
  for (const path of [`src/modules/${plural.kebab}`, ...created.map((file) => file.path)])
    if (existsSync(join(root, path))) throw new StackError(`${path} is there already; nothing was written`);
  const table = new RegExp(`CREATE TABLE ${singular.snake} `);
  for (const file of filesIn(root, 'migrations').filter((name) => name.endsWith('.ts'))) {
    if (table.test(readFileSync(join(root, 'migrations', file), 'utf8')))
      throw new StackError(
        `migrations/${file} makes a table ${singular.snake} already; nothing was written. Choose another name, or another --singular`,
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
